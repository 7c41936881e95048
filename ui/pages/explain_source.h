// What the Explain page needs of a configuration, and nothing more: ui/shell fulfils it with core::workspace::Explanation, tests with a
// double. GUI thread; nothing blocks.
#pragma once

#include "core/workspace/explain_state.h"
#include "core/workspace/fix.h"

#include <QByteArray>
#include <QObject>
#include <QStringList>
#include <functional>

namespace ui {

class TwinSource;

class ExplainSource : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    [[nodiscard]] virtual QString name() const = 0; // "office.rsc"
    [[nodiscard]] virtual const core::workspace::ExplainState& state() const = 0;
    [[nodiscard]] virtual bool canRead() const = 0; // else the router is offline
    virtual void read() = 0;
    virtual void chooseBoard(const QString& model) = 0; // empty: what the configuration says
    virtual void follow(const core::model::PathQuestion& question) = 0;
    [[nodiscard]] virtual QStringList boards() const = 0;
    // The page docs/diagnostics has on an id; empty: none.
    [[nodiscard]] virtual QString documentation(const std::string& id) const = 0;

    // The fix of a finding, worked out and handed to `done` later.
    virtual void planFix(const std::string& finding, const core::workspace::FixFill& fill, std::function<void(const core::base::Result<core::workspace::PlannedFix>&)> done) = 0;

    // The findings as SARIF 2.1.0; empty while there are none.
    [[nodiscard]] virtual QByteArray report() const = 0;

    // The twin of this configuration; null: there is none.
    [[nodiscard]] virtual TwinSource* twin() { return nullptr; }

Q_SIGNALS:
    void changed();
    void walkChanged();
};

} // namespace ui
