// A test that cannot run here says so. Where everything must run (environment variable CI is set) that is a failure; at a developer's
// desk it is a skip with the reason. Use it in a test's slot or in initTestCase():
//
//   if (!QDir(recordings).exists()) {
//       CANNOT_RUN("no recordings at " + recordings);
//   }
#pragma once

#include <QTest>
#include <QString>

#define CANNOT_RUN(why)                                                                                                                    \
    do {                                                                                                                                   \
        const QByteArray cannotRunText = "NOT PROVEN: " + QString(why).toUtf8();                                                           \
        if (qEnvironmentVariableIsSet("CI")) {                                                                                             \
            QFAIL(cannotRunText.constData());                                                                                              \
        }                                                                                                                                  \
        QSKIP(cannotRunText.constData());                                                                                                  \
    } while (false)
