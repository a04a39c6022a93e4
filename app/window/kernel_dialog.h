// SPDX-License-Identifier: GPL-3.0-or-later
// Asks how somebody's own kernel is launched, in the words of `warplens-cli simulate`.
#pragma once

#ifndef Q_MOC_RUN
#include "app/engine/suggested_launch.h"
#endif

#include <QDialog>

class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace warplens::app {

class KernelDialog : public QDialog {
    Q_OBJECT
public:
    /// `launch`: what is offered first; where it names no kernel, what suits the first one.
    /// `architecture`: whose limits are told where the launch is beyond them.
    KernelDialog(const QString& fileName, const kernels::SourceText& text, std::vector<engine::KernelSignature> kernels,
                 const engine::FileLaunch& launch, const std::string& architecture, QWidget* parent);

    engine::FileLaunch launch() const;

private:
    void showKernel(const engine::FileLaunch& launch);
    /// What the file itself says of a launch, filled in; the rest is a guess, and the form tells which is which.
    engine::FileLaunch suggested(const engine::KernelSignature& kernel);
    void check();

    kernels::SourceText m_text;
    std::string m_architecture;
    std::vector<engine::KernelSignature> m_kernels;
    QComboBox* m_kernel;
    QLineEdit *m_grid, *m_block, *m_shared, *m_defines;
    QFormLayout* m_form;
    int m_fixedRows = 0;
    std::vector<QLineEdit*> m_arguments;
    QLabel *m_origin, *m_problem;
    QPushButton* m_show;
};

} // namespace warplens::app
