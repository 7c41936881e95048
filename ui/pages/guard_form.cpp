#include "ui/pages/guard_form.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QSettings>
#include <QSpinBox>

namespace ui {
namespace {

constexpr QLatin1String kConfirm("v1/change/confirm"), kShare("v1/change/guard/share"), kPoints("v1/change/guard/points"), kPing("v1/change/guard/ping"), kHost("v1/change/guard/host");

QHBoxLayout* line(QVBoxLayout* column) {
    auto* row = new QHBoxLayout;
    row->setSpacing(6);
    column->addLayout(row);
    return row;
}

} // namespace

GuardForm::GuardForm(bool slower, QWidget* parent)
    : QWidget(parent)
    , byShare_(new QCheckBox(tr("less gets through than"), this))
    , byPoints_(new QCheckBox(tr("more leaves the fast paths than"), this))
    , byPing_(new QCheckBox(tr("pings to"), this))
    , host_(new QLineEdit(this)) {
    QSettings settings;
    confirm_ = number(10, 3600, settings.value(kConfirm, 180).toInt(), tr(" s"), QStringLiteral("confirmSeconds"));
    share_ = number(10, 100, 90, tr(" % of before"), QStringLiteral("guardShare"));
    points_ = number(1, 100, 10, tr(" of 100"), QStringLiteral("guardPoints"));
    added_ = number(1, 1000, 20, tr(" ms longer"), QStringLiteral("guardAdded"));
    lost_ = number(1, 100, 5, tr(" of 100 lost"), QStringLiteral("guardLost"));
    byShare_->setObjectName(QStringLiteral("guardByShare"));
    byPoints_->setObjectName(QStringLiteral("guardByPoints"));
    byPing_->setObjectName(QStringLiteral("guardByPing"));
    host_->setObjectName(QStringLiteral("guardHost"));
    host_->setMinimumWidth(120);
    host_->setPlaceholderText(tr("host behind the router"));
    host_->setText(settings.value(kHost).toString());
    byShare_->setChecked(settings.value(kShare, false).toBool());
    byPoints_->setChecked(settings.value(kPoints, true).toBool() && !slower);
    byPoints_->setEnabled(!slower);
    byPoints_->setToolTip(slower ? tr("This plan takes traffic off a faster path on purpose") : QString());
    byPing_->setChecked(settings.value(kPing, false).toBool() && !host_->text().isEmpty());

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    QHBoxLayout* row = line(column);
    row->addWidget(new QLabel(tr("Taken back by the router itself unless it is kept within"), this));
    row->addWidget(confirm_);
    row->addWidget(new QLabel(tr("and at once when"), this));
    row->addStretch(1);
    row = line(column);
    row->addWidget(byPoints_);
    row->addWidget(points_);
    row->addStretch(1);
    row = line(column);
    row->addWidget(byShare_);
    row->addWidget(share_);
    row->addStretch(1);
    row = line(column);
    row->addWidget(byPing_);
    row->addWidget(host_, 1);
    row->addWidget(new QLabel(tr("take"), this));
    row->addWidget(added_);
    row->addWidget(new QLabel(tr("(95 of 100), or"), this));
    row->addWidget(lost_);
    row->addStretch(1);
    const auto follow = [this] {
        share_->setEnabled(byShare_->isChecked());
        points_->setEnabled(byPoints_->isChecked());
        for (QWidget* part : {static_cast<QWidget*>(host_), static_cast<QWidget*>(added_), static_cast<QWidget*>(lost_)}) {
            part->setEnabled(byPing_->isChecked());
        }
    };
    for (QCheckBox* box : {byShare_, byPoints_, byPing_}) {
        connect(box, &QCheckBox::toggled, this, follow);
    }
    follow();
    connect(confirm_, &QSpinBox::valueChanged, this, &GuardForm::changed);
}

QSpinBox* GuardForm::number(int least, int most, int value, const QString& suffix, const QString& name) {
    auto* box = new QSpinBox(this);
    box->setRange(least, most);
    box->setValue(value);
    box->setSuffix(suffix);
    box->setObjectName(name);
    return box;
}

core::workspace::ChangeTerms GuardForm::terms() const {
    QSettings settings;
    settings.setValue(kConfirm, confirm_->value());
    settings.setValue(kShare, byShare_->isChecked());
    if (byPoints_->isEnabled()) {
        settings.setValue(kPoints, byPoints_->isChecked());
    }
    settings.setValue(kPing, byPing_->isChecked());
    settings.setValue(kHost, host_->text().trimmed());
    core::workspace::ChangeTerms out;
    out.confirmSeconds = confirm_->value();
    out.guard.leastShare = byShare_->isChecked() ? share_->value() / 100.0 : 0;
    out.guard.mostPathPoints = byPoints_->isChecked() ? points_->value() : 0;
    if (const QString host = host_->text().trimmed(); byPing_->isChecked() && !host.isEmpty()) {
        out.guard.pingHost = host.toStdString();
        out.guard.mostAddedMs = added_->value();
        out.guard.mostLostPoints = lost_->value();
    }
    return out;
}

} // namespace ui
