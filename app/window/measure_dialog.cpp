// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/measure_dialog.h"

#include "kernels/measure/side_by_side.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace warplens::app {
namespace {

using kernels::Place;
using kernels::Way;
using nlohmann::json;

constexpr int wayRole = Qt::UserRole, wordsRole = Qt::UserRole + 1, stateRole = Qt::UserRole + 2;
const QString sshWord = QStringLiteral("ssh "), viaWord = QStringLiteral("via ");

Place placeOf(const QTreeWidgetItem& item) {
    return {static_cast<Way>(item.data(0, wayRole).toInt()), item.data(0, wordsRole).toString().toStdString(), {}};
}

QString textOf(const json& object, const char* key) {
    return object.contains(key) && object.at(key).is_string() ? QString::fromStdString(object.at(key)) : QString();
}

} // namespace

MeasureDialog::MeasureDialog(const QStringList& known, QWidget* parent)
    : QDialog(parent) {
    setObjectName("machines");
    setWindowTitle(tr("Measure on"));
    m_list = new QTreeWidget(this);
    m_list->setObjectName("machineList");
    m_list->setAccessibleName(tr("Machines and their GPUs"));
    m_list->setColumnCount(2);
    m_list->setHeaderHidden(true);
    m_list->header()->setStretchLastSection(true);
    m_list->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    m_way = new QComboBox(this);
    m_way->setObjectName("way");
    m_way->setAccessibleName(tr("The way to the machine"));
    m_way->addItem(tr("through ssh"), static_cast<int>(Way::Ssh));
    m_way->addItem(tr("through a launcher"), static_cast<int>(Way::Launcher));
    m_machine = new QLineEdit(this);
    m_machine->setObjectName("machine");
    m_machine->setMinimumWidth(300);
    m_add = new QPushButton(tr("Add"), this);
    m_add->setObjectName("add");
    m_add->setAutoDefault(false);
    m_problem = new QLabel(this);
    m_problem->setObjectName("machineProblem");
    m_problem->setWordWrap(true);
    m_problem->setProperty("quiet", true);
    m_problem->setText(tr("Several machines are measured side by side. ssh must reach a machine without asking for a "
                          "password; nothing has to be installed there. Delete takes a machine out of the list."));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_measure = buttons->addButton(tr("Measure"), QDialogButtonBox::AcceptRole);
    m_measure->setObjectName("run");
    for (QAbstractButton* button : buttons->buttons())
        button->setIcon({}); // a word is enough
    m_measure->setDefault(true);

    auto* row = new QHBoxLayout;
    row->addWidget(m_way);
    row->addWidget(m_machine, 1);
    row->addWidget(m_add);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 18, 20, 16);
    layout->setSpacing(12);
    layout->addWidget(m_list, 1);
    layout->addLayout(row);
    layout->addWidget(m_problem);
    layout->addWidget(buttons);
    resize(760, 400);

    const auto showHint = [this] {
        const bool ssh = m_way->currentData().toInt() == static_cast<int>(Way::Ssh);
        m_machine->setPlaceholderText(ssh ? tr("gpu-server, me@gpu.example.org") : tr("srun --gres=gpu:1"));
        m_machine->setAccessibleName(ssh ? tr("Name of the machine") : tr("Words of the launcher"));
    };
    showHint();
    connect(m_way, &QComboBox::currentIndexChanged, this, showHint);
    connect(m_machine, &QLineEdit::textChanged, this, &MeasureDialog::check);
    connect(m_add, &QPushButton::clicked, this, &MeasureDialog::addTyped);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

    addMachine({}, true);
    for (const QString& machine : known)
        addMachine({machine.startsWith(viaWord) ? Way::Launcher : Way::Ssh,
                    machine.mid(static_cast<int>(sshWord.size())).toStdString()},
                   false);
    connect(m_list, &QTreeWidget::itemChanged, this, [this](QTreeWidgetItem* item, int column) {
        if (column == 0 && !item->parent() && item->checkState(0) == Qt::Checked)
            ask(item);
        check();
    });
    auto* remove = new QAction(tr("Remove"), m_list);
    remove->setShortcut(Qt::Key_Delete);
    remove->setShortcutContext(Qt::WidgetShortcut);
    connect(remove, &QAction::triggered, this, [this] {
        QTreeWidgetItem* item = m_list->currentItem();
        if (item && !item->parent() && placeOf(*item).way != Way::Here)
            delete item;
        check();
    });
    m_list->addAction(remove);
    check();
    m_list->setFocus();
}

QTreeWidgetItem* MeasureDialog::addMachine(const Place& place, bool ticked) {
    auto* item = new QTreeWidgetItem(m_list);
    item->setText(0, place.way == Way::Here ? tr("this computer") : QString::fromStdString(place.name()));
    item->setData(0, wayRole, static_cast<int>(place.way));
    item->setData(0, wordsRole, QString::fromStdString(place.words));
    item->setData(0, stateRole, static_cast<int>(State::Unasked));
    item->setCheckState(0, ticked ? Qt::Checked : Qt::Unchecked);
    if (ticked)
        ask(item);
    return item;
}

void MeasureDialog::addTyped() {
    const QString words = m_machine->text().simplified();
    if (words.isEmpty())
        return;
    const Place place{static_cast<Way>(m_way->currentData().toInt()), words.toStdString(), {}};
    for (int i = 0; i < m_list->topLevelItemCount(); ++i)
        if (QTreeWidgetItem* item = m_list->topLevelItem(i); placeOf(*item) == place) {
            item->setCheckState(0, Qt::Checked);
            m_machine->clear();
            return;
        }
    m_list->setCurrentItem(addMachine(place, true));
    m_machine->clear();
    check();
}

// In the background, since a machine may take its time; a launcher is not asked, since that would wait in its queue.
void MeasureDialog::ask(QTreeWidgetItem* item) {
    if (item->data(0, stateRole).toInt() != static_cast<int>(State::Unasked))
        return;
    const Place place = placeOf(*item);
    if (place.way == Way::Launcher) {
        item->setText(1, tr("the GPU that it leads to"));
        return;
    }
    item->setData(0, stateRole, static_cast<int>(State::Asking));
    item->setText(1, tr("looking for GPUs …"));
    m_askers.emplace_back([this, place](const std::stop_token& stop) {
        kernels::RequestOptions options;
        options.stop = stop;
        json answer;
        QString problem;
        try {
            answer = kernels::devicesOf(place, kernels::findLocalWorker(), false, options);
        } catch (const std::exception& error) {
            problem = QString::fromUtf8(error.what());
        }
        QMetaObject::invokeMethod(
            this,
            [this, place, answer, problem] {
                for (int i = 0; i < m_list->topLevelItemCount(); ++i)
                    if (QTreeWidgetItem* each = m_list->topLevelItem(i); placeOf(*each) == place)
                        problem.isEmpty() ? showDevices(each, answer) : showProblem(each, problem);
                check();
            },
            Qt::QueuedConnection);
    });
}

void MeasureDialog::showDevices(QTreeWidgetItem* item, const json& answer) {
    const json& devices = answer.at("devices");
    if (devices.empty())
        return showProblem(item, textOf(answer, "reason"));
    item->setData(0, stateRole, static_cast<int>(State::Known));
    const json& driver = answer.at("hello").value("driver", json());
    const QString version = textOf(driver, "version");
    item->setText(1, version.isEmpty() ? tr("CUDA %1").arg(textOf(driver, "cuda")) : tr("driver %1").arg(version));
    for (const json& device : devices) {
        auto* child = new QTreeWidgetItem(item);
        child->setText(0, textOf(device, "name"));
        child->setText(1, tr("GPU %1, %2 GiB, %3")
                              .arg(device.value("index", 0))
                              .arg(device.value("memory_bytes", 0.0) / (1 << 30), 0, 'f', 0)
                              .arg(textOf(device, "pci_bus_id")));
        child->setToolTip(0, textOf(device, "uuid"));
        child->setData(0, wordsRole, QString::number(device.value("index", 0)));
        child->setCheckState(0, item->childCount() == 1 ? Qt::Checked : Qt::Unchecked);
    }
    item->setExpanded(true);
}

void MeasureDialog::showProblem(QTreeWidgetItem* item, const QString& problem) {
    item->setData(0, stateRole, static_cast<int>(State::Unasked)); // a tick asks again
    item->setText(1, problem);
    item->setToolTip(1, problem);
    item->setCheckState(0, Qt::Unchecked);
}

void MeasureDialog::check() {
    m_measure->setEnabled(!places().empty());
    m_add->setEnabled(!m_machine->text().trimmed().isEmpty());
    // Enter adds what is typed, and measures where nothing is.
    m_measure->setDefault(!m_add->isEnabled());
    m_add->setDefault(m_add->isEnabled());
}

std::vector<Place> MeasureDialog::places() const {
    std::vector<Place> all;
    for (int i = 0; i < m_list->topLevelItemCount(); ++i) {
        const QTreeWidgetItem* item = m_list->topLevelItem(i);
        if (item->checkState(0) != Qt::Checked)
            continue;
        Place place = placeOf(*item);
        const std::size_t before = all.size();
        for (int c = 0; c < item->childCount(); ++c)
            if (item->child(c)->checkState(0) == Qt::Checked) {
                place.device = item->child(c)->data(0, wordsRole).toString().toStdString();
                all.push_back(place);
            }
        if (all.size() == before && item->childCount() == 0)
            all.push_back(place); // its GPUs are not known: the first
    }
    return all;
}

QStringList MeasureDialog::knownMachines() const {
    QStringList known;
    for (int i = 0; i < m_list->topLevelItemCount(); ++i) {
        const Place place = placeOf(*m_list->topLevelItem(i));
        if (place.way != Way::Here)
            known << (place.way == Way::Ssh ? sshWord : viaWord) + QString::fromStdString(place.words);
    }
    return known;
}

} // namespace warplens::app
