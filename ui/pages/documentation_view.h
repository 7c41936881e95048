// The page of a diagnostic id, folded away under its name until it is wanted.
#pragma once

#include <QWidget>

class QPushButton;

namespace ui {

class DocumentationView : public QWidget {
    Q_OBJECT
public:
    // `page` as in docs/diagnostics: a title line, then sections headed "## …".
    DocumentationView(const QString& id, const QString& page, QWidget* parent = nullptr);

private:
    void unfold();

    QString title_, page_;
    QPushButton* toggle_;
    QWidget* content_ = nullptr; // made when it is first wanted
};

} // namespace ui
