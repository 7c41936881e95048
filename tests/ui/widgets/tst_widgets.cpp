#include "ui/theme/theme.h"
#include "ui/widgets/command_block.h"
#include "ui/widgets/core_bars.h"
#include "ui/widgets/kpi_card.h"
#include "ui/widgets/lane_picture.h"
#include "ui/widgets/notice_bar.h"
#include "ui/widgets/path_bar.h"
#include "ui/widgets/sparkline.h"
#include "ui/widgets/status_pill.h"
#include "ui/widgets/wrap_commands.h"

#include <QImage>
#include <QPainter>
#include <QSignalSpy>
#include <QTest>

using core::base::BitRate;
using core::model::PathKind;
using core::model::PathShare;

namespace {

PathShare shareOf(std::array<double, 5> parts, double unattributed = 0) {
    PathShare share;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        share.byPath[i] = BitRate{parts[i]};
        share.total += share.byPath[i];
    }
    share.unattributed = {unattributed};
    share.total += share.unattributed;
    return share;
}

QImage painted(const std::optional<PathShare>& share) {
    QImage image(100, 8, QImage::Format_RGB32);
    image.fill(Qt::black);
    QPainter painter(&image);
    ui::paintPathBar(painter, QRectF(0, 0, 100, 8), share);
    return image;
}

} // namespace

Q_DECLARE_METATYPE(core::model::PathKind)

class tst_Widgets : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        qRegisterMetaType<core::model::PathKind>();
        ui::Theme::instance().setChoiceForThisRun(ui::ThemeChoice::Dark);
    }

    void theBarShowsEachPathInItsColourAndPlace() {
        const QImage image = painted(shareOf({25, 0, 0, 25, 50}));
        QCOMPARE(image.pixelColor(12, 4), ui::colors().path[0]);
        QCOMPARE(image.pixelColor(40, 4), ui::colors().path[3]);
        QCOMPARE(image.pixelColor(80, 4), ui::colors().path[4]);
    }
    void theBarIsEmptyWhenNothingIsKnownOrMoved() {
        QCOMPARE(painted(std::nullopt).pixelColor(50, 4), ui::colors().track);
        QCOMPARE(painted(shareOf({0, 0, 0, 0, 0})).pixelColor(50, 4), ui::colors().track);
    }
    void aClickOnALaneNamesItsPath() {
        ui::LanePicture picture;
        picture.resize(1000, 170);
        picture.setTraffic(shareOf({10, 0, 0, 0, 90}), BitRate{95});
        picture.show();
        QSignalSpy clicked(&picture, &ui::LanePicture::pathClicked);
        QTest::mouseClick(&picture, Qt::LeftButton, {}, QPoint(500, 125));
        QCOMPARE(clicked.size(), 1);
        QCOMPARE(clicked[0][0].value<PathKind>(), PathKind::Slow);
        QTest::mouseClick(&picture, Qt::LeftButton, {}, QPoint(20, 2)); // beside the lanes
        QCOMPARE(clicked.size(), 1);
    }
    void lanesCanBeChosenWithTheKeyboard() {
        ui::LanePicture picture;
        picture.setTraffic(shareOf({10, 0, 0, 0, 90}), BitRate{95});
        picture.show();
        picture.setFocus();
        QSignalSpy clicked(&picture, &ui::LanePicture::pathClicked);
        QTest::keyClick(&picture, Qt::Key_Down);
        QTest::keyClick(&picture, Qt::Key_Return);
        QCOMPARE(clicked.size(), 1);
        QVERIFY(clicked[0][0].value<PathKind>() == PathKind::Switch);
    }
    void unattributedTrafficGetsALaneOfItsOwn() {
        ui::LanePicture picture;
        picture.resize(1000, 170);
        picture.setTraffic(shareOf({50, 0, 0, 0, 50}), std::nullopt);
        const std::size_t without = picture.textRects().size();
        picture.setTraffic(shareOf({50, 0, 0, 0, 40}, 10), std::nullopt);
        QCOMPARE(picture.textRects().size(), without + 2);
    }
    void onlyCommandsAreCopiedNotTheReasons() {
        ui::CommandBlock block;
        block.setLines({{QStringLiteral("because"), ui::CommandLine::Kind::Note},
                        {QStringLiteral("/ip firewall filter add"), ui::CommandLine::Kind::Send},
                        {QStringLiteral("/queue tree remove *1"), ui::CommandLine::Kind::TakeBack}});
        QCOMPARE(block.commands(), QStringLiteral("/ip firewall filter add\n/queue tree remove *1"));
    }
    void commandsAreBrokenAtSpacesOnly() {
        const QString command = QStringLiteral("/ip firewall filter add connection-state=established,related place-before=*3");
        const QStringList lines = ui::wrapAtSpaces(command, 30);
        QCOMPARE(lines.join(u' '), command);
        QCOMPARE(lines.size(), 3);
        QCOMPARE(lines[1], QStringLiteral("connection-state=established,related")); // longer than a line, and whole
        QCOMPARE(ui::wrapAtSpaces(QString(), 30), QStringList{QString()});
    }
    void thePictureGivesWayToTheFigureOnANarrowCard() {
        ui::KpiCard card(QStringLiteral("Forwarded"));
        card.setAccessory(new ui::Sparkline);
        card.setFigure({QStringLiteral("3.42"), QStringLiteral("Gb/s")});
        card.show();
        card.resize(260, 74);
        QVERIFY(card.findChild<ui::Sparkline*>()->isVisibleTo(&card));
        card.resize(150, 74);
        QVERIFY(!card.findChild<ui::Sparkline*>()->isVisibleTo(&card));
        QVERIFY(card.textFits());
    }
    void anEmptyPillHides() {
        QWidget parent;
        ui::StatusPill pill(&parent);
        pill.set(QStringLiteral("hAP ac²"));
        QVERIFY(pill.isVisibleTo(&parent));
        pill.set({});
        QVERIFY(!pill.isVisibleTo(&parent));
    }
    void aNoticeStaysUntilDismissed() {
        QWidget parent;
        ui::NoticeBar bar(&parent);
        QVERIFY(!bar.isVisibleTo(&parent));
        bar.present(ui::Tone::Bad, QStringLiteral("Undo failed"), QStringLiteral("no such item"));
        QVERIFY(bar.isVisibleTo(&parent));
        QCOMPARE(bar.title(), QStringLiteral("Undo failed"));
    }
    void aCoreIsHotFromEightyFivePercent() {
        QCOMPARE(ui::loadTone(59.9), ui::Tone::Ok);
        QCOMPARE(ui::loadTone(60), ui::Tone::Warn);
        QCOMPARE(ui::loadTone(85), ui::Tone::Bad);
    }
};

QTEST_MAIN(tst_Widgets)
#include "tst_widgets.moc"
