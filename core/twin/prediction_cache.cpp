#include "core/twin/prediction_cache.h"

#include "core/twin/agent_program.h"
#include "core/twin/prediction_json.h"
#include "core/twin/rehearsal_job.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QSaveFile>
#include <QStandardPaths>

namespace core::twin {

using core::model::Prediction;
using core::model::PredictionRequest;

namespace {

constexpr QLatin1String kEnding(".prediction");

QByteArray digest(const QByteArray& content) {
    return QCryptographicHash::hash(content, QCryptographicHash::Sha256).toHex();
}

} // namespace

PredictionCache::PredictionCache(QString folder, qint64 mostBytes)
    : folder_(std::move(folder))
    , mostBytes_(mostBytes) {}

QString PredictionCache::userFolder() {
    return QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation) + QStringLiteral("/pathscope/predictions");
}

QString PredictionCache::fileOf(const QByteArray& key) const {
    return QDir(folder_).filePath(QString::fromLatin1(key) + kEnding);
}

std::optional<Prediction> PredictionCache::find(const QByteArray& key) {
    problem_.clear();
    QFile file(fileOf(key));
    if (!file.open(QIODevice::ReadWrite | QIODevice::ExistingOnly)) {
        return std::nullopt;
    }
    const QByteArray check = file.readLine().trimmed();
    const QByteArray content = file.readAll();
    const auto prediction = check == digest(content) ? readPrediction(content) : core::base::fail(core::base::ErrorCode::InvalidInput, "it was cut short or changed");
    if (!prediction) {
        problem_ = QStringLiteral("The kept prediction %1 is left out: %2.").arg(file.fileName(), QString::fromStdString(prediction.error().describe()));
        file.remove();
        return std::nullopt;
    }
    file.setFileTime(QDateTime::currentDateTimeUtc(), QFileDevice::FileModificationTime); // used now: goes last
    return *prediction;
}

void PredictionCache::insert(const QByteArray& key, const Prediction& prediction) {
    problem_.clear();
    const QByteArray content = predictionJson(prediction);
    QSaveFile file(fileOf(key));
    if (!QDir().mkpath(folder_) || !file.open(QIODevice::WriteOnly) || file.write(digest(content) + '\n' + content) < 0 || !file.commit()) {
        problem_ = QStringLiteral("The prediction is not kept: cannot write %1 (%2).").arg(file.fileName(), file.errorString());
        return;
    }
    makeRoom();
}

// Oldest first, until the rest fits.
void PredictionCache::makeRoom() {
    const QFileInfoList files = QDir(folder_).entryInfoList({u'*' + kEnding}, QDir::Files, QDir::Time); // newest first
    qint64 sum = 0;
    for (const QFileInfo& file : files) {
        sum += file.size();
        if (sum > mostBytes_) {
            QFile::remove(file.filePath());
        }
    }
}

QByteArray cacheKey(const PredictionRequest& request, const QByteArray& boardFile, const QByteArray& agent) {
    QCryptographicHash hash(QCryptographicHash::Sha256);
    const auto add = [&](const QByteArray& part) { // with its length: parts cannot flow into each other
        hash.addData(QByteArray::number(part.size()) + ':');
        hash.addData(part);
    };
    const auto job = jobText(request, request.config, boardFile, 1, request.seed);
    add(agent);
    add(QByteArray::fromStdString(request.board));
    add(job ? *job : boardFile);
    add(request.change ? "change" + QByteArray::fromStdString(*request.change) : QByteArray());
    return hash.result().toHex();
}

QByteArray agentMark() {
    const auto program = findAgentProgram();
    if (!program) {
        return {};
    }
    const QFileInfo file(*program);
    return QByteArray::number(file.size()) + '@' + QByteArray::number(file.lastModified().toMSecsSinceEpoch());
}

} // namespace core::twin
