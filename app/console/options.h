// The command line of `pathscope`, read before there is a QApplication: --screenshot decides which platform Qt starts on.
#pragma once

#include <QSize>
#include <QString>
#include <QStringList>
#include <optional>

namespace app::console {

struct Options {
    QString lab;        // empty: the default lab, unless `empty`
    bool empty = false; // start without any router
    QStringList open;   // exports to open
    QString theme;      // "dark", "light", "system"; empty: the remembered choice
    QString screenshot; // file to write; empty: an ordinary run
    QString page = QStringLiteral("paths");
    QSize size{1440, 900};
    double waitSeconds = 6; // of samples, before the picture is taken
};

// Prints help, version or what is wrong, and gives the exit code then: 0 for help and version, 2 for a bad command line.
struct ParseOutcome {
    std::optional<Options> options;
    int exitCode = 0;
};
[[nodiscard]] ParseOutcome parseOptions(int argc, char** argv);

} // namespace app::console
