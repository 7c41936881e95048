#include "core/routeros/script/program_printer.h"

#include "core/routeros/script/commands.h"
#include "core/routeros/script/printer.h"
#include "core/routeros/script/quoting.h"

#include <algorithm>

namespace core::routeros::script {

namespace {

bool isLetterOrDigit(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }

bool isPlainName(std::string_view name) { return !name.empty() && std::all_of(name.begin(), name.end(), isLetterOrDigit); }

bool isOperation(const Expression& e) { return e.kind == ExpressionKind::Binary || e.kind == ExpressionKind::Unary; }

bool is(const Expression& e, Operator op) { return e.kind == ExpressionKind::Binary && e.op == op; }

class Printer {
public:
    void statements(const Block& block) {
        for (const Statement& each : block) {
            out.append(static_cast<std::size_t>(indent_), ' ');
            statement(each);
            out += '\n';
        }
    }

    void argumentValue(const Expression& e) {
        if (isOperation(e)) {
            out += '(';
            operation(e);
            out += ')';
        } else {
            operand(e);
        }
    }

    std::string out;

private:
    void statement(const Statement& s) {
        switch (s.kind) {
        case Statement::Kind::Menu:
            out += s.menu.empty() ? "/" : printMenu(s.menu);
            menu_ = s.menu;
            return;
        case Statement::Kind::Comment: out += '#' + s.text; return;
        case Statement::Kind::Refused: out += s.text; return;
        case Statement::Kind::Scope: argumentValue(s.arguments.front().value); return;
        case Statement::Kind::Call: argumentValue(s.arguments.front().value); break;
        case Statement::Kind::Command: head(s); break;
        }
        const std::string outer = menu_;
        if (s.kind == Statement::Kind::Command && !s.verb.starts_with(':')) {
            menu_ = s.menu;
        }
        for (std::size_t i = s.kind == Statement::Kind::Call ? 1 : 0; i < s.arguments.size(); ++i) {
            out += ' ';
            argument(s, s.arguments[i], i == 0);
        }
        menu_ = outer;
    }

    void head(const Statement& s) {
        if (s.verb.starts_with(':') || (s.menu == menu_ && isItemCommand(s.verb))) {
            out += s.verb;
        } else {
            out += s.menu.empty() ? "/" + s.verb : printMenu(s.menu) + " " + s.verb;
        }
    }

    void argument(const Statement& s, const Argument& a, bool first) {
        if (a.name == "where") {
            out += "where ";
            condition(a.value);
            return;
        }
        if (!a.name.empty()) {
            out += a.name + '=';
        }
        // What would be read as a menu, as the keyword or as commands stands in parentheses.
        const bool misread = a.name.empty() && a.value.kind == ExpressionKind::Word &&
                             (a.value.text == "where" || (first && !s.verb.starts_with(':') && !s.verb.empty() && !isCommand(s.menu, s.verb) && !a.value.text.starts_with('!')));
        const bool arrayForBlock = a.value.kind == ExpressionKind::Array && takesBlock(s.verb, a.name);
        const bool wrap = misread || arrayForBlock;
        out += wrap ? "(" : "";
        argumentValue(a.value);
        out += wrap ? ")" : "";
    }

    // Anything but an operation, which needs parentheses around it.
    void operand(const Expression& e) {
        switch (e.kind) {
        case ExpressionKind::Word:
        case ExpressionKind::Property: out += e.text; return;
        case ExpressionKind::String: out += '"' + escape(e.text) + '"'; return;
        case ExpressionKind::Variable: variable(e.text); return;
        case ExpressionKind::Interpolated: interpolated(e); return;
        case ExpressionKind::Glued: glued(e); return;
        case ExpressionKind::Array: array(e); return;
        case ExpressionKind::Keyed:
            argumentValue(e.parts[0]);
            out += '=';
            argumentValue(e.parts[1]);
            return;
        case ExpressionKind::Substitution: substitution(e); return;
        case ExpressionKind::Block: block(e); return;
        case ExpressionKind::Unary:
        case ExpressionKind::Binary: argumentValue(e); return;
        }
    }

    void operation(const Expression& e) {
        if (e.kind == ExpressionKind::Unary) {
            out += e.op == Operator::Not ? "!" : spelling(e.op);
            argumentValue(e.parts[0]);
        } else if (e.op == Operator::Element) {
            element(e);
        } else {
            argumentValue(e.parts[0]);
            for (std::size_t i = 1; i < e.parts.size(); ++i) {
                out += ' ';
                out += spelling(e.op);
                out += ' ';
                argumentValue(e.parts[i]);
            }
        }
    }

    void element(const Expression& e) {
        if (is(e.parts[0], Operator::Element)) {
            element(e.parts[0]);
        } else {
            argumentValue(e.parts[0]);
        }
        out += "->";
        argumentValue(e.parts[1]);
    }

    void variable(const std::string& name) { out += isPlainName(name) ? '$' + name : "$\"" + escape(name) + '"'; }

    void interpolated(const Expression& e) {
        out += '"';
        for (std::size_t i = 0; i < e.parts.size(); ++i) {
            const Expression& part = e.parts[i];
            const bool textFollows = i + 1 < e.parts.size() && e.parts[i + 1].kind == ExpressionKind::String && isLetterOrDigit(e.parts[i + 1].text.front());
            if (part.kind == ExpressionKind::String) {
                out += escape(part.text);
            } else if (part.kind == ExpressionKind::Variable && isPlainName(part.text) && !textFollows) {
                out += '$' + part.text;
            } else if (part.kind == ExpressionKind::Substitution) {
                out += '$';
                operand(part);
            } else {
                inParentheses(part);
            }
        }
        out += '"';
    }

    void inParentheses(const Expression& e) {
        out += "$(";
        if (isOperation(e)) {
            operation(e);
        } else {
            operand(e);
        }
        out += ')';
    }

    void glued(const Expression& e) {
        for (std::size_t i = 0; i < e.parts.size(); ++i) {
            const Expression& part = e.parts[i];
            const bool bracketed = isOperation(part) || part.kind == ExpressionKind::Array;
            const bool wordFollows = i + 1 < e.parts.size() && e.parts[i + 1].kind == ExpressionKind::Word && isLetterOrDigit(e.parts[i + 1].text.front());
            if (isOperation(part) && i == 0 && !wordFollows) {
                argumentValue(part);
            } else if (bracketed) {
                inParentheses(part);
            } else if (part.kind == ExpressionKind::Variable && wordFollows) {
                out += "$\"" + escape(part.text) + '"';
            } else {
                operand(part);
            }
        }
    }

    void array(const Expression& e) {
        out += '{';
        for (std::size_t i = 0; i < e.parts.size(); ++i) {
            out += i == 0 ? "" : ";";
            argumentValue(e.parts[i]);
        }
        out += '}';
    }

    void substitution(const Expression& e) {
        const std::string outer = menu_;
        out += '[';
        for (std::size_t i = 0; i < e.block.size(); ++i) {
            out += i == 0 ? "" : "; ";
            statement(e.block[i]);
        }
        out += ']';
        menu_ = outer;
    }

    void block(const Expression& e) {
        if (e.block.empty()) {
            out += "{}";
            return;
        }
        const std::string outer = menu_;
        out += "{\n";
        indent_ += 4;
        statements(e.block);
        indent_ -= 4;
        out.append(static_cast<std::size_t>(indent_), ' ');
        out += '}';
        menu_ = outer;
    }

    void condition(const Expression& e) {
        if (is(e, Operator::Or) || is(e, Operator::And)) {
            for (std::size_t i = 0; i < e.parts.size(); ++i) {
                out += i == 0 ? "" : e.op == Operator::Or ? " or " : " and ";
                conditionPart(e.parts[i], e.op == Operator::Or && is(e.parts[i], Operator::And));
            }
        } else if (e.kind == ExpressionKind::Unary) {
            out += '!';
            conditionPart(e.parts[0], false);
        } else if (is(e, Operator::Element)) {
            element(e);
        } else if (e.kind == ExpressionKind::Binary) {
            comparison(e);
        } else {
            operand(e);
        }
    }

    void conditionPart(const Expression& e, bool bare) {
        const bool wrap = !bare && (is(e, Operator::Or) || is(e, Operator::And) || (e.kind == ExpressionKind::Binary && e.op != Operator::Element && out.ends_with('!')));
        out += wrap ? "(" : "";
        condition(e);
        out += wrap ? ")" : "";
    }

    void comparison(const Expression& e) {
        condition(e.parts[0]);
        const bool wouldMerge = (e.op == Operator::Less || e.op == Operator::Greater) && e.parts[1].kind == ExpressionKind::Word && e.parts[1].text.starts_with('=');
        const bool apart = e.op == Operator::In || wouldMerge;
        out += apart ? " " : "";
        out += spelling(e.op);
        out += apart ? " " : "";
        argumentValue(e.parts[1]);
    }

    std::string menu_;
    int indent_ = 0;
};

} // namespace

std::string printProgram(const Program& program) {
    Printer printer;
    printer.statements(program.statements);
    return std::move(printer.out);
}

std::string printExpression(const Expression& expression) {
    Printer printer;
    printer.argumentValue(expression);
    return std::move(printer.out);
}

std::string_view spelling(Operator op) {
    switch (op) {
    case Operator::None: return "";
    case Operator::Or: return "or";
    case Operator::And: return "and";
    case Operator::Not: return "not";
    case Operator::Equal: return "=";
    case Operator::NotEqual: return "!=";
    case Operator::Less: return "<";
    case Operator::Greater: return ">";
    case Operator::LessOrEqual: return "<=";
    case Operator::GreaterOrEqual: return ">=";
    case Operator::Matches: return "~";
    case Operator::In: return "in";
    case Operator::BitOr: return "|";
    case Operator::BitXor: return "^";
    case Operator::BitAnd: return "&";
    case Operator::BitNot: return "~";
    case Operator::ShiftLeft: return "<<";
    case Operator::ShiftRight: return ">>";
    case Operator::Join: return ",";
    case Operator::Concat: return ".";
    case Operator::Add: return "+";
    case Operator::Subtract: return "-";
    case Operator::Multiply: return "*";
    case Operator::Divide: return "/";
    case Operator::Modulo: return "%";
    case Operator::Negate: return "-";
    case Operator::Element: return "->";
    }
    return "";
}

} // namespace core::routeros::script
