#include "ui/widgets/lane_layout.h"

#include <QRandomGenerator>
#include <QTest>
#include <cmath>

class tst_LaneLayout : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void nothingOverlapsWhateverTheShares() {
        QRandomGenerator random(7);
        for (int round = 0; round < 500; ++round) {
            const int count = 5 + round % 2;
            std::vector<double> shares;
            double sum = 0;
            for (int i = 0; i < count; ++i) {
                const double part = random.bounded(3) == 0 ? 0 : std::pow(random.generateDouble(), 4);
                shares.push_back(part);
                sum += part;
            }
            for (double& share : shares) {
                share = sum > 0 ? share / sum : 0;
            }
            const QRectF area(0, 0, 600 + random.bounded(700), 130 + random.bounded(200));
            const ui::LaneLayout layout = ui::layoutLanes(shares, area, 16);
            double last = area.top() - 0.01;
            for (const ui::LaneShape& lane : layout.lanes) {
                const double top = lane.plateauY - lane.thickness / 2;
                const double bottom = lane.plateauY + lane.thickness / 2;
                QVERIFY(!lane.labelInside || (lane.label.top() > top && lane.label.bottom() < bottom));
                QVERIFY(std::min(top, lane.label.top()) >= last);
                last = std::max(bottom, lane.label.bottom());
            }
            QVERIFY2(last <= area.bottom() + 0.01, qPrintable(QString::number(last - area.bottom())));
        }
    }
    void widthIsProportionalToBytes() {
        const ui::LaneLayout layout = ui::layoutLanes({0.25, 0, 0, 0.25, 0.5}, QRectF(0, 0, 1000, 300), 16);
        QCOMPARE(layout.lanes[0].thickness, layout.lanes[3].thickness);
        QCOMPARE(layout.lanes[4].thickness, 2 * layout.lanes[0].thickness);
        QVERIFY(layout.lanes[1].thickness < 2);
    }
    void lanesMeetTheBoxesInOrderAndWithinThem() {
        const ui::LaneLayout layout = ui::layoutLanes({0.1, 0.2, 0.3, 0.3, 0.1}, QRectF(0, 0, 1000, 170), 16);
        double last = layout.inBox.top();
        for (const ui::LaneShape& lane : layout.lanes) {
            QVERIFY(lane.boxY - lane.thickness / 2 >= last);
            last = lane.boxY + lane.thickness / 2;
        }
        QVERIFY(last <= layout.inBox.bottom());
        QCOMPARE(layout.inBox.size(), layout.outBox.size());
    }
    void aTraceOfTrafficIsWiderThanNone() {
        const ui::LaneLayout layout = ui::layoutLanes({0.0001, 0, 0, 0, 0.9999}, QRectF(0, 0, 1000, 170), 16);
        QVERIFY(layout.lanes[0].thickness > layout.lanes[1].thickness);
    }
};

QTEST_APPLESS_MAIN(tst_LaneLayout)
#include "tst_lane_layout.moc"
