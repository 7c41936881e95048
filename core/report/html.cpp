#include "core/report/report.h"

#include "core/base/base64.h"
#include "core/report/svg.h"

namespace core::report {

namespace {

constexpr const char* kStyle = R"css(
body{margin:0 auto;background:#fff;color:#1b1f26;font:13px/1.5 Inter,"DejaVu Sans",sans-serif;max-width:788px;padding:44px 56px}
h1{font-size:25px;margin:0;overflow-wrap:anywhere}h2{font-size:15px;margin:20px 0 6px;border-bottom:1px solid #d9dee7;padding-bottom:4px;break-after:avoid}
header{display:flex;justify-content:space-between;align-items:baseline;gap:18px}header .d{text-align:right}header img{max-height:44px;max-width:180px}
p{margin:10px 0;overflow-wrap:anywhere}.d{color:#5d6778}table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th{color:#5d6778;font-weight:500;text-align:left;border-bottom:1px solid #c9cfda;padding:4px 6px}td{padding:5px 6px;border-bottom:1px solid #eceff4;overflow-wrap:anywhere}
.r{text-align:right}.v{display:inline-block;border-radius:20px;padding:3px 12px;font-weight:600;margin-right:8px}
.good{background:#e5f6ef;color:#0b6b4b}.bad{background:#fdeae4;color:#a5361a}.neutral{background:#edf0f5;color:#48515f}
pre{white-space:pre-wrap;overflow-wrap:anywhere;background:#f5f7fa;border-radius:8px;padding:10px 12px;font:11.5px/1.6 "DejaVu Sans Mono",monospace;margin:0}
.two{display:grid;grid-template-columns:repeat(auto-fit,minmax(340px,1fr));gap:0 18px}.two>div{break-inside:avoid}.two>.w{grid-column:1/-1}svg{max-width:100%;height:auto}
footer{margin-top:28px;color:#5d6778}@media print{body{padding:0;max-width:none}.v,pre{print-color-adjust:exact;-webkit-print-color-adjust:exact}}@page{margin:16mm}
)css";

std::string spans(const std::vector<Span>& all) {
    std::string out;
    for (const Span& each : all) {
        out += each.strong ? "<b>" + escaped(each.text) + "</b>" : escaped(each.text);
    }
    return out;
}

std::string cells(const std::vector<Cell>& row, const char* tag) {
    std::string out = "<tr>";
    for (const Cell& cell : row) {
        out += std::string("<") + tag + (cell.right ? " class=\"r\">" : ">") + (cell.strong ? "<b>" : "") + escaped(cell.text) + (cell.strong ? "</b>" : "") + "</" + tag + ">";
    }
    return out + "</tr>\n";
}

struct ToHtml {
    std::string operator()(const Heading& heading) const { return "<h2>" + escaped(heading.text) + "</h2>\n"; }
    std::string operator()(const Paragraph& paragraph) const { return std::string("<p") + (paragraph.dim ? " class=\"d\">" : ">") + spans(paragraph.spans) + "</p>\n"; }
    std::string operator()(const Table& table) const {
        std::string out = "<table>" + cells(table.header, "th");
        for (const auto& row : table.rows) {
            out += cells(row, "td");
        }
        return out + "</table>\n";
    }
    std::string operator()(const Pictures& pictures) const {
        std::string out = "<div class=\"two\">";
        for (const Picture& each : pictures.pictures) {
            out += std::string(each.isWide() ? "<div class=\"w\"><h2>" : "<div><h2>") + escaped(each.title) + "</h2>" + each.svg + "</div>\n";
        }
        return out + "</div>\n";
    }
    std::string operator()(const Commands& commands) const {
        std::string out = "<pre>";
        for (const std::string& line : commands.lines) {
            out += escaped(line) + "\n";
        }
        return out + "</pre>\n";
    }
};

const char* toneClass(Tone tone) {
    return tone == Tone::Good ? "good" : tone == Tone::Bad ? "bad" : "neutral";
}

} // namespace

std::string toHtml(const Document& document) {
    std::string out = "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\">"
                      "<meta name=\"viewport\" content=\"width=device-width\"><title>" +
                      escaped(document.title) + "</title><style>" + kStyle + "</style></head><body>\n<header><h1>" + escaped(document.title) + "</h1><span class=\"d\">";
    if (!document.logoBytes.empty()) {
        out += "<img alt=\"\" src=\"data:" + escaped(document.logoType) + ";base64," + core::base::encodeBase64(document.logoBytes) + "\"><br>";
    }
    out += escaped(document.subtitle) + "</span></header>\n";
    if (!document.pill.empty() || !document.lead.empty()) {
        out += "<p>";
        if (!document.pill.empty()) {
            out += std::string("<span class=\"v ") + toneClass(document.tone) + "\">" + escaped(document.pill) + "</span>";
        }
        out += spans(document.lead) + "</p>\n";
    }
    for (const auto& block : document.blocks) {
        out += std::visit(ToHtml(), block);
    }
    return out + "<footer>" + escaped(document.footer) + "</footer>\n</body></html>\n";
}

} // namespace core::report
