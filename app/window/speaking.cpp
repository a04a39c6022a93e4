// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/speaking.h"

#include "app/paint/speech.h"
#include "app/tongue/say.h"
#include "app/window/actions.h"
#include "app/window/message_bar.h"
#include "app/window/retranslation.h"

#include <QMenu>
#include <QSettings>

namespace warplens::app {

Speaking::Speaking(MessageBar& messages, QWidget* window)
    : QObject(window)
    , m_messages(messages)
    , m_window(window) {}

void Speaking::addActions(Actions& actions, QMenu* view) {
    QMenu* menu = view->addMenu(tr("Lan&guage"));
    int key = Qt::Key_6; // behind those of the themes
    for (const tongue::LanguageKind& kind : tongue::languages)
        actions.addToggle(
            menu, QString::fromUtf8(kind.name), Qt::CTRL | Qt::ALT | static_cast<Qt::Key>(key++),
            [this, language = kind.language] { m_chosen = choose(language) || m_chosen; },
            [language = kind.language] { return tongue::spoken() == language; });
}

bool Speaking::choose(tongue::Language language) {
    const auto before = tongue::catalogue();
    try {
        speak(language);
    } catch (const tongue::CatalogueMistake& mistake) {
        m_messages.complain(tr("This language cannot be spoken: %1").arg(QString::fromUtf8(mistake.what())));
        return false;
    }
    Retranslation(before, tongue::catalogue()).apply(m_window);
    emit changed();
    if (const QString problem = fontProblem(language); !problem.isEmpty())
        m_messages.complain(problem);
    return true;
}

tongue::Language Speaking::remembered(const QSettings& settings) {
    return tongue::languageOf(settings.value("language").toString().toStdString()).value_or(systemLanguage());
}

void Speaking::write(QSettings& settings) const {
    if (m_chosen)
        settings.setValue("language", QString::fromLatin1(tongue::kindOf(tongue::spoken()).code));
}

} // namespace warplens::app
