internal import Basics
internal import CCurl
internal import Glibc
internal import HeapModule
internal import RPC
internal import Synchronization

/// The thread that fetches: it owns libcurl's multi handle and every transfer.
//
// Unchecked: state that is not behind a lock is marked below as confined to the loop's thread.
final class FetchLoop: FetchBackend, @unchecked Sendable {
    private typealias Operation = @Sendable (FetchLoop) -> Void

    private struct Inbox {
        var operations: [Operation] = []
        /// The thread accepts no more operations, and the multi handle is freed.
        var isClosed = false
    }

    private struct Deadline: Comparable {
        let at: MonotonicInstant
        let id: UInt64
        static func < (left: Self, right: Self) -> Bool { left.at < right.at }
    }

    private let configuration: FetchConfiguration
    private let runtime: any Runtime
    private let multi: UnsafeMutableRawPointer
    private let inbox = Mutex(Inbox())
    /// Fulfilled when the thread is about to end.
    private let end = Promise<Void>()

    // Confined to the loop's thread.
    private var transfers: [UInt64: Transfer] = [:]
    private var deadlines = Heap<Deadline>()
    private var shouldStop = false

    /// libcurl is initialized once in a process.
    private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    private init?(_ configuration: FetchConfiguration, runtime: any Runtime) {
        guard Self.isReady, let multi = curl_multi_init() else { return nil }
        (self.configuration, self.runtime, self.multi) = (configuration, runtime, multi)
        _ = fetch_curl_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, configuration.connectionsPerHost)
        _ = fetch_curl_multi_set_long(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, configuration.connections)
        _ = fetch_curl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, configuration.connections)
    }

    /// Starts a loop on a thread of its own, which runs until `stop`, whether it is referenced or not.
    ///
    /// - Throws: `FetchError` of kind `stopped` when the system has no thread or libcurl no room.
    static func start(_ configuration: FetchConfiguration, runtime: any Runtime) throws(FetchError) -> FetchLoop {
        guard let loop = FetchLoop(configuration, runtime: runtime) else { throw FetchError(.stopped, at: "") }
        let isStarted = DedicatedThread.start {
            pthread_setname_np(pthread_self(), "fetch")
            loop.run()
            loop.end.fulfill()
        }
        guard isStarted else {
            curl_multi_cleanup(loop.multi)
            throw FetchError(.stopped, at: "")
        }
        return loop
    }

    /// Submits an operation to the loop's thread; false when it has stopped.
    @discardableResult
    private func submit(_ operation: @escaping Operation) -> Bool {
        inbox.withLock { inbox in
            guard !inbox.isClosed else { return false }
            inbox.operations.append(operation)
            // Under the lock, so that the handle is still valid.
            curl_multi_wakeup(multi)
            return true
        }
    }

    func begin(_ id: UInt64, _ request: FetchRequest, pipe: TransferPipe, deadline: MonotonicInstant) -> Bool {
        submit { $0.add(id, request, pipe: pipe, deadline: deadline) }
    }

    func drop(_ id: UInt64) { submit { $0.remove(id) } }

    func resume(_ id: UInt64) { submit { $0.goOn(id) } }

    /// Ends every transfer and then the thread.
    func stop() { submit { $0.shouldStop = true } }

    /// Waits until the thread has ended.
    func waitUntilStopped() async { await end.wait() }
}

// On the loop's thread.
extension FetchLoop {
    /// Begins a transfer.
    private func add(_ id: UInt64, _ request: FetchRequest, pipe: TransferPipe, deadline: MonotonicInstant) {
        guard let transfer = Transfer(id: id, request, pipe: pipe, configuration, runtime: runtime),
            curl_multi_add_handle(multi, transfer.easy) == CURLM_OK
        else {
            return pipe.end(.failure(FetchError(.invalidRequest("an option"), at: request.url.description)))
        }
        transfers[id] = transfer
        deadlines.insert(Deadline(at: deadline, id: id))
    }

    /// Resumes a paused transfer.
    private func goOn(_ id: UInt64) {
        guard let transfer = transfers[id] else { return }
        curl_easy_pause(transfer.easy, CURLPAUSE_CONT)
    }

    /// Removes a transfer, and closes its connection unless it was complete.
    @discardableResult
    private func remove(_ id: UInt64) -> Transfer? {
        guard let transfer = transfers.removeValue(forKey: id) else { return nil }
        curl_multi_remove_handle(multi, transfer.easy)
        return transfer
    }

    private func run() {
        while true {
            runOperations()
            if shouldStop { return finish() }
            var running: Int32 = 0
            curl_multi_perform(multi, &running)
            endFinished()
            // Later submissions wake it up at once.
            curl_multi_poll(multi, nil, 0, endExpired(), nil)
        }
    }

    private func endFinished() {
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left) {
            guard message.pointee.msg == CURLMSG_DONE else { continue }
            var context: UnsafeMutableRawPointer?
            let result = fetch_curl_message_result(message)
            fetch_curl_get_pointer(message.pointee.easy_handle, CURLINFO_PRIVATE, &context)
            guard let context else { continue }
            let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
            remove(transfer.id)?.end(result)
        }
    }

    /// Ends the transfers whose time limit has passed, and returns the milliseconds until the next one's.
    private func endExpired() -> Int32 {
        let now = runtime.now
        while let first = deadlines.min {
            guard first.at <= now else {
                return Int32(clamping: now.duration(to: first.at).wholeMilliseconds + 1)
            }
            deadlines.removeMin()
            guard let transfer = remove(first.id) else { continue }
            transfer.end(CURLE_OPERATION_TIMEDOUT)
        }
        return .max
    }

    /// Fails open transfers and late submissions, and closes the loop.
    private func finish() {
        while true {
            runOperations()
            for id in transfers.keys.sorted() {
                guard let transfer = remove(id) else { continue }
                transfer.intake.cause = FetchError(.stopped, at: transfer.intake.request.url.description)
                transfer.end(CURLE_ABORTED_BY_CALLBACK)
            }
            let isClosed = inbox.withLock { inbox in
                guard inbox.operations.isEmpty else { return false }
                inbox.isClosed = true
                curl_multi_cleanup(multi)
                return true
            }
            if isClosed { return }
        }
    }

    private func runOperations() {
        let operations = inbox.withLock { inbox in
            defer { inbox.operations = [] }
            return inbox.operations
        }
        for operation in operations { operation(self) }
    }
}
