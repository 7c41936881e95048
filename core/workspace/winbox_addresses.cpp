#include "core/workspace/winbox_addresses.h"

#include <QByteArray>
#include <QCryptographicHash>
#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <optional>

namespace core::workspace {

using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;

namespace {

constexpr std::string_view kPlain("\x0d\xf0\x1d\xc0", 4);
constexpr std::string_view kEncrypted("\x0d\xf0\x11\x40", 4);
constexpr std::size_t kSalt = 32;
constexpr int kDropped = 0x300;

// Reads little endian, remembers that it ran out.
class Cursor {
public:
    explicit Cursor(std::string_view bytes)
        : bytes_(bytes) {}
    [[nodiscard]] bool more() const { return good_ && at_ < bytes_.size(); }
    [[nodiscard]] bool good() const { return good_; }
    std::string_view take(std::size_t count) {
        if (!good_ || bytes_.size() - at_ < count) {
            good_ = false;
            return {};
        }
        const std::string_view part = bytes_.substr(at_, count);
        at_ += count;
        return part;
    }
    std::uint32_t number(std::size_t octets) {
        std::uint32_t value = 0;
        std::uint32_t shift = 0;
        for (const char c : take(octets)) {
            value |= std::uint32_t{static_cast<unsigned char>(c)} << shift;
            shift += 8;
        }
        return value;
    }

private:
    std::string_view bytes_;
    std::size_t at_ = 0;
    bool good_ = true;
};

struct Field {
    std::uint32_t tag = 0;
    bool isText = false;
    std::string_view text;
    std::uint32_t number = 0;
};

// Nothing: the type is not known, so neither is its length.
std::optional<Field> readField(Cursor& cursor) {
    Field field;
    field.tag = cursor.number(2);
    const std::uint32_t marker = cursor.number(1);
    const std::uint32_t type = cursor.number(1);
    if (marker == 0x11) {
        field.number = cursor.number(1);
        return field;
    }
    switch (type) {
    case 0x00:
    case 0x01:
        field.number = type;
        break;
    case 0x08:
        field.number = cursor.number(4);
        break;
    case 0x09:
        field.number = cursor.number(1);
        break;
    case 0x10:
        cursor.take(8);
        break;
    case 0x20:
        field.isText = true;
        field.text = cursor.take(cursor.number(2));
        break;
    case 0x21:
        field.isText = true;
        field.text = cursor.take(cursor.number(1));
        break;
    case 0x31:
        cursor.take(cursor.number(1));
        break;
    case 0x88:
        cursor.take(std::size_t{4} * cursor.number(2));
        break;
    default:
        return std::nullopt;
    }
    return field;
}

void put(WinboxAddress& address, const Field& field) {
    switch (field.tag) {
    case 1:
        if (field.isText) {
            address.target = field.text;
        } else {
            address.kind = static_cast<int>(field.number);
        }
        break;
    case 2:
        address.user = field.text;
        break;
    case 3:
        address.password = field.text;
        break;
    case 4:
        address.comment = field.text;
        break;
    case 8:
        address.group = field.text;
        break;
    default:
        break;
    }
}

Result<WinboxAddress> readRecord(std::string_view bytes, std::size_t number) {
    const std::string where = "Record " + std::to_string(number) + " of the WinBox address file ";
    Cursor cursor(bytes);
    if (cursor.take(2) != "M2") {
        return fail(ErrorCode::InvalidInput, where + "does not begin as records do.");
    }
    cursor.take(4); // field count and flags
    WinboxAddress address;
    while (cursor.more()) {
        const std::optional<Field> field = readField(cursor);
        if (!field) {
            return fail(ErrorCode::InvalidInput,
                        where + "has a field of unknown type. It may come from a newer WinBox; export a CSV there instead.");
        }
        put(address, *field);
    }
    if (!cursor.good()) {
        return fail(ErrorCode::InvalidInput, where + "is cut short.");
    }
    return address;
}

std::string decrypt(std::string_view salt, std::string_view password, std::string_view bytes) {
    QCryptographicHash hash(QCryptographicHash::Sha1);
    hash.addData(QByteArrayView(salt.data(), static_cast<qsizetype>(salt.size())));
    hash.addData(QByteArrayView(password.data(), static_cast<qsizetype>(password.size())));
    const QByteArray key = hash.result();
    std::array<std::uint8_t, 256> box{};
    std::iota(box.begin(), box.end(), std::uint8_t{0});
    std::uint8_t j = 0;
    for (std::size_t i = 0; i < box.size(); ++i) {
        j = static_cast<std::uint8_t>(j + box[i] + static_cast<std::uint8_t>(key[static_cast<qsizetype>(i) % key.size()]));
        std::swap(box[i], box[j]);
    }
    std::uint8_t i = 0;
    j = 0;
    const auto next = [&] {
        j = static_cast<std::uint8_t>(j + box[++i]);
        std::swap(box[i], box[j]);
        return box[static_cast<std::uint8_t>(box[i] + box[j])];
    };
    for (int n = 0; n < kDropped; ++n) {
        next();
    }
    std::string out(bytes);
    for (char& c : out) {
        c = static_cast<char>(static_cast<std::uint8_t>(c) ^ next());
    }
    return out;
}

} // namespace

bool isWinboxFile(std::string_view bytes) {
    return bytes.starts_with(kPlain) || isEncryptedWinboxFile(bytes);
}

bool isEncryptedWinboxFile(std::string_view bytes) {
    return bytes.starts_with(kEncrypted);
}

Result<std::vector<WinboxAddress>> readWinboxFile(std::string_view bytes, std::string_view password) {
    std::string decrypted;
    if (isEncryptedWinboxFile(bytes)) {
        bytes.remove_prefix(kEncrypted.size());
        if (bytes.size() < kSalt) {
            return fail(ErrorCode::InvalidInput, "The encrypted WinBox address file is cut short.");
        }
        decrypted = decrypt(bytes.substr(0, kSalt), password, bytes.substr(kSalt));
        if (!decrypted.starts_with(kPlain)) {
            return fail(ErrorCode::InvalidInput, "The password does not open this WinBox address file. It is WinBox's master password.");
        }
        bytes = decrypted;
    }
    if (!bytes.starts_with(kPlain)) {
        return fail(ErrorCode::InvalidInput, "This is not an address file of WinBox.");
    }
    Cursor cursor(bytes.substr(kPlain.size()));
    std::vector<WinboxAddress> addresses;
    while (cursor.more()) {
        const std::string_view record = cursor.take(cursor.number(4));
        if (!cursor.good()) {
            return fail(ErrorCode::InvalidInput,
                        "The WinBox address file is cut short within record " + std::to_string(addresses.size() + 1) + ".");
        }
        Result<WinboxAddress> address = readRecord(record, addresses.size() + 1);
        if (!address) {
            return tl::unexpected(address.error());
        }
        addresses.push_back(std::move(*address));
    }
    return addresses;
}

} // namespace core::workspace
