internal import DownloadsAPI
internal import HearthModel
internal import RPC

/// The errors of this service, with their texts for users.
enum DownloadsError: Error, Sendable, Hashable {
    case unknownContent(ContentID)
    case unknownDownload
    case unknownFile
    case noProfile
    case profileGone
    case tooManyDownloads(Int)
    case wrongState(String)
    case storage(DownloadsProblem.Code, StorageNeed)
    case trouble(DownloadsProblem.Code, String)
    case deviceCannotDownload
}

extension DownloadsError: RPCErrorConvertible {
    var rpcError: RPCError {
        var problem = DownloadsProblem(self.problem)
        if case .storage(_, let need) = self { problem.storage = need }
        return RPCError(code, message, details: [RPCErrorDetail(problem)])
    }

    /// The violated rule.
    var problem: DownloadsProblem.Code {
        switch self {
        case .unknownContent: .unknownContent
        case .unknownDownload: .unknownDownload
        case .unknownFile: .unknownFile
        case .noProfile: .noProfile
        case .profileGone: .profileGone
        case .tooManyDownloads: .tooManyDownloads
        case .wrongState: .wrongState
        case .storage(let code, _), .trouble(let code, _): code
        case .deviceCannotDownload: .deviceCannotDownload
        }
    }

    private var code: RPCCode {
        switch problem {
        case .unknownContent, .unknownDownload, .unknownFile: .notFound
        case .noProfile: .permissionDenied
        case .profileGone: .unauthenticated
        case .storageQuotaExceeded, .diskFull, .tooManyDownloads: .resourceExhausted
        case .unreachable: .unavailable
        case .invalidURL: .invalidArgument
        default: .failedPrecondition
        }
    }

    /// A file has outgrown the quota of every profile that requested it. All of them read this error, so it has no
    /// profile's numbers.
    static let isAboveEveryQuota = DownloadsError.trouble(
        .storageQuotaExceeded, "The download is larger than there is room for. Delete something and retry it.")

    /// What happened and what to do.
    var message: String {
        switch self {
        case .unknownContent(let id): "There is no title \(id.rawValue.prefix(ContentID.maximumBytes)) in the library."
        case .unknownDownload: "There is no such download. It may have been deleted."
        case .unknownFile: "The download has no such file. Its main file names the others."
        case .noProfile: "Downloads belong to a profile, and the caller has none."
        case .profileGone: "The profile of this token has been deleted. Sign in again."
        case .tooManyDownloads(let limit): "A profile has at most \(limit) downloads. Delete some first."
        case .wrongState(let text), .trouble(_, let text): text
        case .storage(let code, let need): Self.text(of: code, need)
        case .deviceCannotDownload:
            "This device has said that it downloads nothing. Start the download on another one, or pair it again with "
                + "that capability."
        }
    }

    private static func text(of code: DownloadsProblem.Code, _ need: StorageNeed) -> String {
        let (used, limit, needed) = (megabytes(need.usedBytes), megabytes(need.limitBytes), megabytes(need.neededBytes))
        if code == .diskFull {
            return "The disk has room for \(limit) MB more and the download needs \(needed) MB. Make room and retry it."
        }
        let setting = need.setting.map { " of \($0)" } ?? ""
        if let requested = need.episodes, let fitting = need.fittingEpisodes {
            let fits = fitting == 0 ? "None of them fits" : "The first \(fitting) of them would fit"
            return
                "Storage quota exceeded: the \(requested) episodes need about \(needed) MB, and \(used) of the \(limit) MB\(setting) "
                + "are taken. \(fits): start a season, ask for a lower quality, or raise the setting."
        }
        if need.usedBytes == 0 {
            return
                "Storage quota exceeded: \(needed) MB are needed, and the whole room\(setting) is \(limit) MB. "
                + "Ask for a lower quality, or raise the setting."
        }
        let hint = need.deletable.isEmpty ? "Cancel something" : "Delete something"
        return
            "Storage quota exceeded: \(used) of the \(limit) MB\(setting) are taken and \(needed) MB more are needed. "
            + "\(hint) first."
    }

    /// The same error for several titles requested together, when one of them does not fit.
    ///
    /// - Parameters:
    ///   - bytes: the bytes needed by each title that is not on the disk.
    ///   - fitting: how many of them fit, from the first on.
    ///   - used: the bytes used before.
    func ofSeveral(_ bytes: [Int64], fitting: Int, used: Int64) -> DownloadsError {
        guard case .storage(.storageQuotaExceeded, var need) = self else { return self }
        need.usedBytes = used
        need.neededBytes = bytes.reduce(0) { sum, next in
            let (sum, overflow) = sum.addingReportingOverflow(next)
            return overflow ? .max : sum
        }
        (need.episodes, need.fittingEpisodes) = (Int32(clamping: bytes.count), Int32(clamping: fitting))
        return .storage(.storageQuotaExceeded, need)
    }

    /// Millions of bytes, rounded up.
    private static func megabytes(_ bytes: Int64) -> Int64 { bytes / 1_000_000 + (bytes % 1_000_000 > 0 ? 1 : 0) }
}

extension HLSError {
    /// The error as shown to the user.
    var asTrouble: DownloadsError {
        switch self {
        case .notAPlaylist: .trouble(.notSupported, "The link leads to no playlist of a stream.")
        case .tooMuch(let what, let limit):
            .trouble(.notSupported, "The stream's playlist has more than \(limit) \(what).")
        case .live: .trouble(.live, "A live stream cannot be downloaded: it has no end. Watch it instead.")
        case .protected(let name):
            .trouble(.protected, "The stream is protected with \(name): only a licensed player can play it.")
        case .gaps: .trouble(.damaged, "The stream's playlist says that all of it is missing. Try it again later.")
        case .undefinedVariable(let name):
            .trouble(.notSupported, "The stream's playlist uses the undefined variable \(name).")
        case .nothingToPlay: .trouble(.notSupported, "The stream's playlist has nothing to play.")
        case .malformed(let what): .trouble(.notSupported, "The stream's playlist cannot be followed: \(what).")
        }
    }
}
