internal import ChaosHistory
internal import Foundation
internal import HearthModel
internal import RPC
internal import ServiceKit
internal import Synchronization

/// Makes the calls of a run and records each of them.
final class Caller: Sendable {
    let recorder: HistoryRecorder
    let runtime: any Runtime
    private let clients: any ServiceClients
    private let timeout: Duration
    private let counts = Mutex<[String: CallCount]>([:])

    /// - Parameter timeout: the timeout of a call.
    init(recorder: HistoryRecorder, clients: any ServiceClients, runtime: any Runtime, timeout: Duration) {
        (self.recorder, self.clients, self.runtime, self.timeout) = (recorder, clients, runtime, timeout)
    }

    /// The outcomes of calls, by service and method.
    var callCounts: [CallCount] {
        counts.withLock { $0.values.sorted { ($0.service, $0.method) < ($1.service, $1.method) } }
    }

    /// The number of finished calls.
    var endedCalls: Int { counts.withLock { $0.values.reduce(0) { $0 + $1.all } } }

    /// The recorded subject of a call.
    struct Subject: Sendable {
        /// The caller, which makes one call after the other.
        var process: String
        /// The object's path.
        var object: String
        /// The recorded action.
        var action: Action
        /// Never retried by the client, so that an unknown outcome stays unknown.
        var isTriedOnce = false
    }

    /// Makes a call, and records its outcome.
    ///
    /// - Parameter observation: extracts the recorded part of the response; a thrown `RPCError` counts as the call's.
    /// - Throws: the call's `RPCError`, which is recorded.
    @discardableResult
    func call<Request: RPCRequest>(
        _ request: Request, as person: Person, _ subject: Subject,
        observation: (Request.Response) throws(RPCError) -> Observation = { _ in Observation() }
    ) async throws(RPCError) -> Request.Response where Request.Service: ServiceContract {
        let service = Request.Service.serviceName
        let started = runtime.now
        let deadline = started.advanced(by: timeout)
        let id = recorder.begin(
            process: subject.process, service: service, method: Request.method, object: subject.object,
            action: subject.action, deadline: Int64(clamping: deadline.nanoseconds))
        let log = AttemptLog()
        let client = RPCClient<Request.Service>(AttemptChannel(clients.channel(to: service), log: log))
        do throws(RPCError) {
            let response = try await client.send(
                request, options: options(person.token, once: subject.isTriedOnce, timeout: nil))
            let observation = try observation(response)
            recorder.end(id, .ok(observation), details: CallDetails(request, error: nil, log: log))
            count(service, Request.method, nil)
            return response
        } catch {
            recorder.end(id, Outcome(error), details: CallDetails(request, error: error, log: log))
            count(service, Request.method, error)
            throw error
        }
    }

    /// Makes a call without recording it: for preparation and checks.
    func send<Request: RPCRequest>(
        _ request: Request, as person: Person, once: Bool = false, timeout: Duration? = nil
    ) async throws(RPCError) -> Request.Response where Request.Service: ServiceContract {
        let client = clients.client(of: Request.Service.self)
        return try await client.send(request, options: options(person.token, once: once, timeout: timeout))
    }

    /// Uploads a file without recording it.
    func upload<Request: RPCClientStream>(
        _ request: Request, _ text: String, as person: Person, timeout: Duration? = nil
    ) async throws(RPCError) -> Request.Response
    where Request.RequestItem == UploadPiece, Request.Service: ServiceContract {
        let client = clients.client(of: Request.Service.self)
        return try await client.upload(
            request, Data(text.utf8), options: options(person.token, once: true, timeout: timeout))
    }

    /// Follows a stream until its end, and returns the last item.
    func last<Request: RPCServerStream>(
        of request: Request, as person: Person, timeout: Duration
    ) async throws(RPCError) -> Request.ResponseItem? where Request.Service: ServiceContract {
        let client = clients.client(of: Request.Service.self)
        let end = runtime.now.advanced(by: timeout)
        let runtime = runtime
        let items = client.follow(request) { () -> CallOptions in
            CallOptions(timeout: runtime.now.duration(to: end), token: person.token)
        }
        var last: Request.ResponseItem?
        for try await item in items { last = item.item }
        return last
    }

    /// All items of a stream; incomplete after a timeout.
    func items<Request: RPCServerStream>(
        of request: Request, as person: Person
    ) async throws(RPCError) -> [Request.ResponseItem] where Request.Service: ServiceContract {
        let client = clients.client(of: Request.Service.self)
        var found: [Request.ResponseItem] = []
        let items = try await client.stream(request, options: options(person.token, once: false, timeout: nil))
        for try await item in items { found.append(item) }
        return found
    }

    private func options(_ token: AccessToken, once: Bool, timeout: Duration?) -> CallOptions {
        var options = CallOptions(timeout: timeout ?? self.timeout, token: token, waitForReady: true)
        if once { options.attempts = 1 }
        return options
    }

    func count(_ service: String, _ method: String, _ error: RPCError?) {
        counts.withLock { counts in
            var count = counts["\(service)/\(method)"] ?? CallCount(service: service, method: method)
            switch Outcome(error).ending {
            case .ok: count.succeeded += 1
            case .refused: count.refused += 1
            case .failed: count.unavailable += 1
            case .unknown, .open: count.unknown += 1
            }
            counts["\(service)/\(method)"] = count
        }
    }
}

extension Outcome {
    /// The recorded form of a call's error; nil is a success.
    init(_ error: RPCError?) {
        guard let error else {
            self = .ok(Observation())
            return
        }
        let executed: Executed =
            switch error.executed {
            case .no: .no
            case .maybe: .maybe
            case .yes: .yes
            }
        // A service's own limits have details; a response that the RPC layer found too long was executed.
        let isRefusal = error.code == .resourceExhausted && !error.details.isEmpty
        self = .failed(
            code: error.code.description, executed: executed, message: error.message, isRefusal: isRefusal)
    }
}

/// The outcomes of the calls of one method.
public struct CallCount: Sendable, Hashable, Codable {
    /// The service.
    public var service: String
    /// The method.
    public var method: String
    /// Calls with a response.
    public var succeeded = 0
    /// Calls that the service rejected by its rules: an answer, no damage.
    public var refused = 0
    /// Calls without effect, since the service was unavailable, overloaded or without its data.
    public var unavailable = 0
    /// Calls with an unknown outcome.
    public var unknown = 0

    /// Creates counts of 0.
    public init(service: String, method: String) { (self.service, self.method) = (service, method) }

    /// All calls.
    public var all: Int { succeeded + refused + unavailable + unknown }
}
