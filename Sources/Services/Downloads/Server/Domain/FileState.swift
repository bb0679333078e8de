internal import DownloadsAPI

/// The state of a file, and with it of the downloads of all profiles that requested it: a state machine without time or
/// disk.
///
/// Whether it is in flight is not part of it: that ends with the process, while this state is stored.
struct FileState: Hashable, Sendable {
    /// The file's own state.
    enum Phase: Hashable, Sendable {
        /// Incomplete.
        case pending
        /// Complete.
        case completed
        /// Incomplete, and not retried automatically.
        case failed(DownloadsProblem.Code)
    }

    var phase = Phase.pending
    /// The profiles that requested it, and whether each has paused it.
    var requests: [String: Bool] = [:]

    /// Whether it is to be fetched: one profile that has not paused it is enough.
    var isWanted: Bool { phase == .pending && requests.values.contains(false) }

    /// Whether no profile requests it any more.
    var isUnrequested: Bool { requests.isEmpty }

    /// Its status for a profile; nil for one that did not request it.
    func status(for profile: String, isRunning: Bool) -> DownloadStatus? {
        guard let isPaused = requests[profile] else { return nil }
        return switch phase {
        case .completed: .completed
        case .failed: .failed
        case .pending: isPaused ? .paused : isRunning ? .downloading : .queued
        }
    }

    /// Adds a profile's request.
    ///
    /// - Returns: whether the profile had requested it already.
    mutating func start(for profile: String) -> Bool {
        if requests[profile] != nil { return true }
        requests[profile] = false
        return false
    }

    /// Pauses it for a profile.
    ///
    /// - Throws: ``DownloadsError`` when it is not pending.
    mutating func pause(for profile: String) throws(DownloadsError) {
        guard requests[profile] != nil else { throw .unknownDownload }
        guard phase == .pending else { throw .wrongState("Only a queued or running download can be paused.") }
        requests[profile] = true
    }

    /// Resumes it for a profile.
    ///
    /// - Throws: ``DownloadsError`` for a failed one, which is retried instead.
    mutating func resume(for profile: String) throws(DownloadsError) {
        guard requests[profile] != nil else { throw .unknownDownload }
        if case .failed = phase { throw .wrongState("The download has failed; retry it.") }
        requests[profile] = false
    }

    /// Retries it for a profile.
    mutating func retry(for profile: String) throws(DownloadsError) {
        guard requests[profile] != nil else { throw .unknownDownload }
        guard case .failed = phase else { return }
        phase = .pending
        requests[profile] = false
    }

    /// Releases it for a profile.
    ///
    /// - Parameter completedToo: whether also when it is complete.
    /// - Returns: whether the profile had requested it.
    mutating func leave(_ profile: String, completedToo: Bool) throws(DownloadsError) -> Bool {
        guard requests[profile] != nil else { return false }
        if phase == .completed, !completedToo {
            throw .wrongState("The download is completed; delete it instead.")
        }
        requests[profile] = nil
        return true
    }

    mutating func complete() { phase = .completed }

    /// Marks it as failed: it cannot be fetched, or its files are missing.
    mutating func fail(_ code: DownloadsProblem.Code) { phase = .failed(code) }
}
