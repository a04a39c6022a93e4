// SPDX-License-Identifier: GPL-3.0-or-later
// Which steps are taken away and as what; and how far that is, with a way to stop it.
#pragma once

#ifndef Q_MOC_RUN // which stumbles over tables made of macros
#include "app/model/navigator.h"
#endif

#include <QDialog>
#include <QStringList>

#include <functional>
#include <optional>
#include <vector>

class QCheckBox;
class QComboBox;
class QDialogButtonBox;
class QFormLayout;
class QLabel;
class QProgressBar;
class QPushButton;
class QSpinBox;

namespace warplens::app {

/// What has steps.
struct StepsSubject {
    QString label;                      ///< "The block that is shown"
    QString name;                       ///< of the file, without suffix
    QStringList arguments;              ///< as `warplens export` has them
    std::function<int(StepUnit)> count; ///< of a lesson: whatever the unit
    bool hasUnits = false;
    int first = 1;           ///< that is suggested, of requests
    std::optional<int> last; ///< likewise; nothing: the last there is
};

class StepsDialog : public QDialog {
    Q_OBJECT
public:
    /// At least one; the first is chosen.
    explicit StepsDialog(std::vector<StepsSubject> subjects, QWidget* parent = nullptr);

    /// As `warplens export` has them, but for the file.
    QStringList arguments() const;
    /// "06-tiled-conflicts.mp4"
    QString fileName() const;
    QString filter() const;
    /// While it is written nothing can be changed.
    void setWriting(bool writing);
    void setProgress(int done, int of);

signals:
    void writeWanted();
    void stopWanted();

protected:
    void reject() override;

private:
    const StepsSubject& subject() const;
    StepUnit unit() const;
    void showSubject();
    void showUnit();
    void check();
    QSpinBox* number(const char* name, const QString& label);

    std::vector<StepsSubject> m_subjects;
    QFormLayout* m_form;
    QComboBox *m_subject, *m_unit, *m_format, *m_size;
    QSpinBox *m_first, *m_last;
    QCheckBox* m_captions;
    QLabel* m_note;
    QProgressBar* m_progress;
    QDialogButtonBox* m_buttons;
    QPushButton* m_write;
    bool m_writing = false;
};

} // namespace warplens::app
