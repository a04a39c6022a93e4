// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/handbook_sheet.h"

#include "app/paint/drawing.h"
#include "app/window/handbook_text.h"

#include <QHBoxLayout>
#include <QKeySequence>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QScreen>
#include <QShortcut>
#include <QSignalBlocker>
#include <QVBoxLayout>

namespace warplens::app {
namespace {

constexpr int placeRole = Qt::UserRole;
constexpr int mostFound = 60; ///< more than anybody reads

QString placeOf(const handbook::Found& found) {
    const QString page = toQString(found.page->name);
    return found.anchor.empty() ? page : page + '#' + toQString(found.anchor);
}

} // namespace

HandbookSheet::HandbookSheet(const handbook::Handbook& book, const Look& look, QWidget* parent)
    : QDialog(parent, Qt::Window)
    , m_book(book)
    , m_words(new QLineEdit(this))
    , m_list(new QListWidget(this))
    , m_text(new HandbookText(book, this)) {
    setObjectName("handbook");
    setWindowTitle(tr("Handbook"));
    m_words->setObjectName("handbookWords");
    m_words->setPlaceholderText(tr("Search the handbook"));
    m_words->setAccessibleName(tr("What to search for"));
    m_words->setClearButtonEnabled(true);
    m_list->setObjectName("handbookList");
    m_list->setAccessibleName(tr("Contents"));
    m_list->setWordWrap(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* back = new QPushButton(tr("Back"), this);
    back->setObjectName("handbookBack");
    back->setAutoDefault(false);
    back->setEnabled(false);
    auto* left = new QVBoxLayout;
    left->addWidget(m_words);
    left->addWidget(m_list, 1);
    left->addWidget(back, 0, Qt::AlignLeft);
    auto* all = new QHBoxLayout(this);
    all->setSpacing(look.px(16));
    all->addLayout(left);
    all->addWidget(m_text, 1);
    connect(m_words, &QLineEdit::textChanged, this, &HandbookSheet::listFound);
    connect(m_words, &QLineEdit::returnPressed, this, [this] {
        if (const QListWidgetItem* first = m_list->item(0); first && !m_words->text().isEmpty())
            open(first->data(placeRole).toString());
    });
    connect(m_list, &QListWidget::currentItemChanged, this, [this](const QListWidgetItem* item) {
        if (item)
            open(item->data(placeRole).toString());
    });
    connect(back, &QPushButton::clicked, m_text, &HandbookText::backward);
    connect(m_text, &HandbookText::backwardAvailable, back, &QPushButton::setEnabled);
    connect(m_text, &HandbookText::sourceChanged, this, &HandbookSheet::follow);
    connect(m_text, &HandbookText::linkWanted, this, &HandbookSheet::linkWanted);
    connect(new QShortcut(Qt::ALT | Qt::Key_Left, this), &QShortcut::activated, m_text, &HandbookText::backward);
    connect(new QShortcut(Qt::ALT | Qt::Key_Right, this), &QShortcut::activated, m_text, &HandbookText::forward);
    connect(new QShortcut(QKeySequence::Find, this), &QShortcut::activated, m_words,
            [this] { m_words->setFocus(Qt::ShortcutFocusReason); });
    // No larger than the screen, whatever the size of type.
    resize(QSize(look.px(1040), look.px(680)).boundedTo(this->screen()->availableSize()));
    setLook(look);
    listPages();
}

void HandbookSheet::setLook(const Look& look) {
    m_words->setFixedWidth(look.px(250));
    m_list->setFixedWidth(look.px(250));
    m_text->setLook(look);
}

bool HandbookSheet::open(const QString& place) {
    return m_text->open(place);
}

void HandbookSheet::add(const QString& text, const QString& place, bool quiet) {
    auto* item = new QListWidgetItem(text, m_list);
    item->setData(placeRole, place);
    if (quiet) { // a chapter, which is no page
        item->setFlags(Qt::NoItemFlags);
        QFont font = item->font();
        font.setBold(true);
        item->setFont(font);
    }
}

void HandbookSheet::listPages() {
    const QSignalBlocker quiet(m_list);
    m_list->clear();
    for (const handbook::Chapter& chapter : m_book.chapters) {
        if (!chapter.title.empty())
            add(toQString(chapter.title), {}, true);
        for (const handbook::Page& page : chapter.pages)
            add(toQString(page.title), toQString(page.name));
    }
    follow();
}

// Where nothing is searched for, the contents stand there.
void HandbookSheet::listFound(const QString& words) {
    if (words.trimmed().isEmpty())
        return listPages();
    const QSignalBlocker quiet(m_list);
    m_list->clear();
    const std::vector<handbook::Found> found = handbook::search(m_book, words.toStdString());
    for (size_t i = 0; i < std::min<size_t>(found.size(), mostFound); ++i)
        add(QStringLiteral("%1: %2").arg(toQString(found[i].page->title), toQString(found[i].line)), placeOf(found[i]));
    if (found.empty())
        add(tr("Nothing in the handbook has these words."), {}, true);
}

// The page that is read is marked in the contents.
void HandbookSheet::follow() {
    if (!m_words->text().trimmed().isEmpty())
        return;
    const QSignalBlocker quiet(m_list);
    for (int row = 0; row < m_list->count(); ++row)
        if (m_list->item(row)->data(placeRole).toString() == m_text->page() && !m_text->page().isEmpty())
            m_list->setCurrentRow(row);
}

} // namespace warplens::app
