// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/retranslation.h"

#include "app/paint/drawing.h"

#include <QAction>
#include <QComboBox>
#include <QLineEdit>
#include <QMetaProperty>
#include <QTabBar>
#include <QTextDocument>
#include <QWidget>

#include <algorithm>

namespace warplens::app {
namespace {

const QRegularExpression& places() {
    static const QRegularExpression made("%([1-9n])");
    return made;
}

/// How much of a form is text: one that has none fits everything.
qsizetype ownLetters(QString form) {
    form.remove(places());
    return std::count_if(form.cbegin(), form.cend(), [](QChar c) { return c.isLetter(); });
}

constexpr const char* said[] = {
    "text",        "toolTip",         "statusTip", "accessibleName", "accessibleDescription",
    "windowTitle", "placeholderText", "title",     "heading"};

} // namespace

Retranslation::Retranslation(std::shared_ptr<const tongue::Catalogue> from, std::shared_ptr<const tongue::Catalogue> to)
    : m_from(std::move(from))
    , m_to(std::move(to)) {
    // English has no catalogue: its texts are the keys of the others.
    for (const auto& [key, forms] : m_from->texts())
        for (const std::string& form : forms)
            learn(key, toQString(form));
    for (const auto& [key, forms] : m_to->texts())
        if (!m_from->find(key.first, key.second))
            learn(key, toQString(key.first));
    std::stable_sort(m_patterns.begin(), m_patterns.end(), [](const Pattern& a, const Pattern& b) {
        return a.form.pattern().size() > b.form.pattern().size();
    });
}

void Retranslation::learn(const tongue::Catalogue::Texts::key_type& key, const QString& form) {
    const tongue::Catalogue::Forms* forms = m_to->find(key.first, key.second);
    const QString other = toQString(forms ? forms->front() : key.first);
    if (!form.contains(places())) {
        if (!m_texts.contains(form))
            m_texts.insert(form, other);
        return;
    }
    if (ownLetters(form) < 1)
        return;
    Pattern pattern;
    QString expression;
    qsizetype at = 0;
    for (auto each = places().globalMatch(form); each.hasNext();) {
        const QRegularExpressionMatch place = each.next();
        expression += QRegularExpression::escape(form.mid(at, place.capturedStart() - at)) + QStringLiteral("(.*)");
        pattern.places << (place.captured(1) == QLatin1String("n") ? 0 : place.captured(1).toInt());
        at = place.capturedEnd();
    }
    expression += QRegularExpression::escape(form.mid(at));
    pattern.form = QRegularExpression(QRegularExpression::anchoredPattern(expression),
                                      QRegularExpression::DotMatchesEverythingOption);
    pattern.to = other;
    m_patterns.push_back(pattern);
}

QString Retranslation::text(const QString& told) const {
    if (told.isEmpty())
        return told;
    if (const auto found = m_texts.constFind(told); found != m_texts.constEnd())
        return *found;
    for (const char16_t sign : {u'\u2026', u'\u25be'}) // "Tiles …", "per request ▾": what opens something
        if (told.size() > 2 && told.endsWith(QChar(sign)) && told[told.size() - 2] == QLatin1Char(' '))
            return text(told.chopped(2)) + told.right(2);
    for (const Pattern& pattern : m_patterns) {
        const QRegularExpressionMatch match = pattern.form.match(told);
        if (!match.hasMatch())
            continue;
        // In one pass: what is filled in may have a % of its own.
        QString made;
        qsizetype at = 0;
        for (auto each = places().globalMatch(pattern.to); each.hasNext();) {
            const QRegularExpressionMatch place = each.next();
            const int wanted = place.captured(1) == QLatin1String("n") ? 0 : place.captured(1).toInt();
            const auto group = pattern.places.indexOf(wanted);
            made += pattern.to.mid(at, place.capturedStart() - at);
            made += group < 0 ? place.captured() : text(match.captured(static_cast<int>(group) + 1));
            at = place.capturedEnd();
        }
        return made + pattern.to.mid(at);
    }
    return told;
}

void Retranslation::applyTo(QObject* object) const {
    const bool typed = qobject_cast<QLineEdit*>(object) != nullptr;
    for (const char* name : said) {
        if (typed && QLatin1String(name) == QLatin1String("text"))
            continue; // somebody else's words
        const int index = object->metaObject()->indexOfProperty(name);
        if (index < 0)
            continue;
        const QMetaProperty property = object->metaObject()->property(index);
        if (property.typeId() != QMetaType::QString || !property.isWritable())
            continue;
        const QString before = property.read(object).toString(), after = text(before);
        if (after != before)
            property.write(object, after);
    }
    if (auto* list = qobject_cast<QComboBox*>(object))
        for (int i = 0; i < list->count(); ++i)
            list->setItemText(i, text(list->itemText(i)));
    if (auto* tabs = qobject_cast<QTabBar*>(object))
        for (int i = 0; i < tabs->count(); ++i)
            tabs->setTabText(i, text(tabs->tabText(i)));
}

void Retranslation::apply(QWidget* window) const {
    applyTo(window);
    for (QWidget* each : window->findChildren<QWidget*>())
        applyTo(each);
    for (QAction* each : window->findChildren<QAction*>())
        applyTo(each);
}

} // namespace warplens::app
