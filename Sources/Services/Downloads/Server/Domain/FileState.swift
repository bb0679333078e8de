internal import DownloadsAPI

/// How a file stands, and with it the downloads of all profiles that asked for it: a state machine without time or disk.
///
/// Whether it is being fetched just now is no state of it: that ends with the process, while this lasts.
struct FileState: Hashable, Sendable {
    /// The file's own state.
    enum Phase: Hashable, Sendable {
        /// It is not all there.
        case pending
        /// It is all there.
        case completed
        /// It is not all there, and is not tried again by itself.
        case failed(DownloadsProblem.Code)
    }

    var phase = Phase.pending
    /// The profiles that asked for it, and whether each has paused it.
    var wishes: [String: Bool] = [:]

    /// It is to be fetched: one profile that does not pause it is enough.
    var isWanted: Bool { phase == .pending && wishes.values.contains(false) }

    /// Whether no profile requests it any more.
    var isUnrequested: Bool { wishes.isEmpty }

    /// How it stands for a profile; nil for one that did not ask for it.
    func status(for profile: String, isRunning: Bool) -> DownloadStatus? {
        guard let isPaused = wishes[profile] else { return nil }
        return switch phase {
        case .completed: .completed
        case .failed: .failed
        case .pending: isPaused ? .paused : isRunning ? .downloading : .queued
        }
    }

    /// A profile asks for it.
    ///
    /// - Returns: whether it had it already.
    mutating func start(for profile: String) -> Bool {
        if wishes[profile] != nil { return true }
        wishes[profile] = false
        return false
    }

    /// A profile stops it for a while.
    ///
    /// - Throws: ``DownloadsError`` when there is nothing to stop.
    mutating func pause(for profile: String) throws(DownloadsError) {
        guard wishes[profile] != nil else { throw .unknownDownload }
        guard phase == .pending else { throw .wrongState("Only what is being fetched or waits can be paused.") }
        wishes[profile] = true
    }

    /// A profile goes on with it.
    ///
    /// - Throws: ``DownloadsError`` for what has failed, which is retried instead.
    mutating func resume(for profile: String) throws(DownloadsError) {
        guard wishes[profile] != nil else { throw .unknownDownload }
        if case .failed = phase { throw .wrongState("The download has failed; retry it.") }
        wishes[profile] = false
    }

    /// A profile tries it again.
    mutating func retry(for profile: String) throws(DownloadsError) {
        guard wishes[profile] != nil else { throw .unknownDownload }
        guard case .failed = phase else { return }
        phase = .pending
        wishes[profile] = false
    }

    /// A profile lets it go.
    ///
    /// - Parameter completedToo: whether also when it is there.
    /// - Returns: whether it had it.
    mutating func leave(_ profile: String, completedToo: Bool) throws(DownloadsError) -> Bool {
        guard wishes[profile] != nil else { return false }
        if phase == .completed, !completedToo {
            throw .wrongState("The download is completed; delete it instead.")
        }
        wishes[profile] = nil
        return true
    }

    /// All of it is there.
    mutating func complete() { phase = .completed }

    /// It cannot be fetched as things are, or is not there any more.
    mutating func fail(_ code: DownloadsProblem.Code) { phase = .failed(code) }
}
