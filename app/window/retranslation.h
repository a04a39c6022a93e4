// SPDX-License-Identifier: GPL-3.0-or-later
// Says again in another language what widgets and actions have been told once, when they were made: whatever they say is
// looked up in the catalogue that it came from, forms with places ("Only: %1") too. What is worked out anew with every
// change of what is shown needs none of this, and no class has to keep its texts.
#pragma once

#include "app/tongue/catalogue.h"

#include <QHash>
#include <QList>
#include <QRegularExpression>
#include <QString>

#include <memory>

class QWidget;

namespace warplens::app {

class Retranslation {
public:
    /// Of a text as it was said in `from` into what is said in `to`.
    Retranslation(std::shared_ptr<const tongue::Catalogue> from, std::shared_ptr<const tongue::Catalogue> to);

    /// All widgets below that one, and their actions.
    void apply(QWidget* window) const;
    QString text(const QString& said) const;

private:
    struct Pattern {
        QRegularExpression form;
        QList<int> places; ///< which argument each group is
        QString to;
    };
    void learn(const tongue::Catalogue::Texts::key_type& key, const QString& said);
    void applyTo(QObject* object) const;

    std::shared_ptr<const tongue::Catalogue> m_from, m_to;
    QHash<QString, QString> m_texts;
    QList<Pattern> m_patterns; ///< those with most text of their own first
};

} // namespace warplens::app
