// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/paint/speech.h"

#include "app/tongue/say.h"
#include "kernels/catalogue/paths.h"

#include <QCoreApplication>
#include <QFont>
#include <QFontDatabase>
#include <QLocale>
#include <QTranslator>

namespace warplens::app {
namespace {

class Translator : public QTranslator {
public:
    using QTranslator::QTranslator;

    QString translate(const char*, const char* text, const char* comment, int n) const override {
        const auto texts = tongue::catalogue();
        const tongue::Catalogue::Forms* forms = texts->find(text, comment ? comment : "");
        if (!forms && n >= 0)
            return QString::fromStdString(tongue::englishForm(text, static_cast<uint64_t>(n)));
        if (!forms)
            return {};
        const size_t form = n < 0 ? 0 : tongue::formOf(tongue::spoken(), static_cast<uint64_t>(n));
        return QString::fromStdString(form < forms->size() ? (*forms)[form] : forms->front());
    }
    bool isEmpty() const override { return false; }
};

QTranslator* translator = nullptr;

/// English has forms of what is counted, too: whatever program it is, they are there from its start.
void beginInEnglish() {
    translator = new Translator(QCoreApplication::instance());
    QCoreApplication::installTranslator(translator);
}
Q_COREAPP_STARTUP_FUNCTION(beginInEnglish)

} // namespace

void speak(tongue::Language language) {
    tongue::speak(language, kernels::resourcesDir() / "translations");
    // Glyphs that our own fonts lack come from that one, and not from one that draws them as the Japanese do.
    const QString family = language == tongue::Language::Chinese ? chineseFamily() : QString();
    for (const QString& own : {QStringLiteral("Inter"), QStringLiteral("JetBrains Mono")}) {
        QFont::removeSubstitutions(own);
        if (!family.isEmpty())
            QFont::insertSubstitution(own, family);
    }
    QCoreApplication::removeTranslator(translator);
    QCoreApplication::installTranslator(translator); // which sends QEvent::LanguageChange
}

tongue::Language systemLanguage() {
    return tongue::languageOfLocale(QLocale::system().name().toStdString());
}

QString chineseFamily() {
    const QStringList known = QFontDatabase::families(QFontDatabase::SimplifiedChinese);
    for (const char* name : {"Noto Sans CJK SC", "Noto Sans SC", "Source Han Sans SC", "WenQuanYi Micro Hei",
                             "WenQuanYi Zen Hei", "Droid Sans Fallback"})
        if (known.contains(QLatin1String(name)))
            return QLatin1String(name);
    return known.value(0);
}

QString fontProblem(tongue::Language language) {
    if (language != tongue::Language::Chinese || !chineseFamily().isEmpty())
        return {};
    return QCoreApplication::translate("main", "No font with Chinese characters was found, so they are drawn as boxes. "
                                               "Install fonts-wqy-microhei or fonts-noto-cjk, then start again.");
}

QString decimal(double number, int digits) {
    return QString::fromStdString(tongue::localised(QString::number(number, 'f', digits).toStdString()));
}

} // namespace warplens::app
