// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/pack_opening.h"

#include "app/paint/drawing.h"
#include "app/window/actions.h"
#include "kernels/catalogue/paths.h"

#include <QFileDialog>
#include <QMenu>
#include <QProcess>

namespace warplens::app {

PackOpening::PackOpening(Context& context, QObject* parent)
    : QObject(parent)
    , m_context(context)
    , m_start([](const QString& program, const QStringList& arguments) {
        return QProcess::startDetached(program, arguments);
    }) {}

void PackOpening::addActions(Actions& actions, QMenu* menu) {
    actions.add(menu, tr("Open a course &pack …"), Qt::CTRL | Qt::ALT | Qt::Key_P, [this] {
        const QString folder = QFileDialog::getExistingDirectory(m_context.window, tr("Open a course pack"));
        if (!folder.isEmpty())
            open(folder);
    });
}

bool PackOpening::open(const QString& folder) {
    packs::Pack pack;
    try {
        pack = packs::readPack(folder.toStdString());
    } catch (const packs::PackError& mistake) {
        m_context.messages.complain(tr("This pack cannot be opened: %1").arg(QString::fromUtf8(mistake.what())));
        return false;
    }
    const QString program = toQString((kernels::executableDir() / "warplens").string());
    if (!m_start(program, {"--pack", toQString(pack.folder.string())})) {
        m_context.messages.complain(tr("%1 cannot be started.").arg(program));
        return false;
    }
    m_context.messages.say(tr("“%1” opens in a window of its own.").arg(toQString(pack.title)));
    return true;
}

bool PackOpening::isOwn(const kernels::Stage& stage) const {
    if (!m_context.pack())
        return false;
    const std::string from = stage.tomlFile.lexically_relative(m_context.pack()->folder).generic_string();
    return !from.empty() && !from.starts_with("..");
}

} // namespace warplens::app
