// "Import…": adds the routers of an address file (WinBox, CSV) to the saved ones, and their passwords to the store when it is open.
#pragma once

#include "core/workspace/workspace.h"

#include <QPushButton>

namespace ui {

class ImportButton : public QPushButton {
    Q_OBJECT
public:
    // The workspace outlives it.
    explicit ImportButton(core::workspace::Workspace& workspace, QWidget* parent = nullptr);

    // `secret` opens an encrypted file; without one it is asked for.
    void importFile(const QString& path, const QString& secret = {});

Q_SIGNALS:
    void imported(const QString& summary); // for the user: how many, and what was left out
    void failed(const QString& why);

private:
    void choose();
    void askSecret(const QString& path);

    core::workspace::Workspace& workspace_;
};

} // namespace ui
