import CBOR
import Foundation
import HearthModel
import RPC
import SchemaTool
import Synchronization
import TestSupport

/// Calls the services of a household as one of its profiles, and listens to everything that they say: answers, items of streams, errors
/// and their details.
final class AuditCaller: Sendable {
    private struct State {
        var called: Set<String> = []
        var leaks: Set<String> = []
    }

    private let channels: [String: any RPCChannel]
    private let token: AccessToken
    /// What may be in nothing that is said, in lower case.
    private let secrets: [String]
    private let state = Mutex(State())
    /// Characters of an answer before a secret that are shown with it.
    private static let shownBefore = 60

    init(channels: [String: any RPCChannel], token: AccessToken, secrets: [String]) {
        (self.channels, self.token) = (channels, token)
        self.secrets = secrets.map { $0.lowercased() }
    }

    /// The methods that were called.
    var called: Set<String> { state.withLock { $0.called } }

    /// What was told that may not be: the method, and the secret.
    var leaks: [String] { state.withLock { $0.leaks.sorted() } }

    /// Forgets what was told.
    func forget() { state.withLock { $0.leaks = [] } }

    private var options: CallOptions {
        CallOptions(timeout: TestTimeout.longest, token: token, waitForReady: true)
    }

    private func client<Service: RPCService>(_ service: String?) throws -> RPCClient<Service> {
        let name = service ?? Contract.all.first { $0.service.name == Service.name }?.file ?? ""
        guard let channel = channels[name] else { throw RPCError(.internal, "There is no way to \(name).") }
        return RPCClient(channel)
    }

    /// Calls a method.
    ///
    /// - Parameters:
    ///   - service: the service that is asked, for contracts that all have.
    ///   - ids: ids that the request itself names: that they come back tells nothing.
    ///   - drop: takes out of the answer what the caller has typed.
    /// - Returns: the answer; nil when the call fails.
    @discardableResult
    func send<Request: RPCRequest>(
        _ request: Request, to service: String? = nil, naming ids: [ContentID] = [],
        without drop: (inout Request.Response) -> Void = { _ in }
    ) async throws -> Request.Response? {
        note(Request.fullMethod)
        let client: RPCClient<Request.Service> = try client(service)
        do {
            let response = try await client.send(request, options: options)
            var heard = response
            drop(&heard)
            try hear(heard, Request.fullMethod, ids)
            return response
        } catch let error as RPCError {
            hear(error, Request.fullMethod, ids)
            return nil
        }
    }

    /// Reads a stream to its end, or some of its items.
    ///
    /// - Returns: the items that came.
    @discardableResult
    func read<Request: RPCServerStream>(
        _ request: Request, to service: String? = nil, upTo most: Int = .max, naming ids: [ContentID] = []
    ) async throws -> [Request.ResponseItem] {
        note(Request.fullMethod)
        let client: RPCClient<Request.Service> = try client(service)
        var items: [Request.ResponseItem] = []
        do {
            for try await item in try await client.stream(request, options: options) {
                try hear(item, Request.fullMethod, ids)
                items.append(item)
                if items.count == most { break }
            }
        } catch let error as RPCError {
            hear(error, Request.fullMethod, ids)
        }
        return items
    }

    /// Calls a method with samples of its request, about each of the titles.
    func sample(_ method: any RPCMethod.Type, of service: String, about titles: [ContentID]) async throws {
        note(method.fullMethod)
        guard let channel = channels[service] else { throw RPCError(.internal, "There is no way to \(service).") }
        var refusal: RPCError?
        for id in titles {
            do {
                let responses = try await RequestSamples(about: id).call(method, over: channel, options: options)
                for response in responses { try hear(response, method.fullMethod, [id]) }
            } catch let error as RPCError {
                hear(error, method.fullMethod, [id])
                if [.invalidArgument, .unimplemented].contains(error.code) { refusal = error }
            }
        }
        if let refusal { note(leak: "\(method.fullMethod) takes no sample, see RequestSamples: \(refusal)") }
    }

    func note(leak: String) { state.withLock { _ = $0.leaks.insert(leak) } }

    private func note(_ method: String) { state.withLock { _ = $0.called.insert(method) } }

    private func hear(_ response: some Encodable, _ method: String, _ ids: [ContentID]) throws {
        hear(String(decoding: try CBOREncoder().encode(response), as: UTF8.self), method, ids)
    }

    private func hear(_ error: RPCError, _ method: String, _ ids: [ContentID]) {
        let details = error.details.map { String(decoding: $0.body, as: UTF8.self) }
        hear(([error.message, "\(error)"] + details).joined(separator: "\n"), method, ids)
    }

    /// Looks for secrets in what was told.
    func hear(_ text: String, _ method: String, _ ids: [ContentID]) {
        let text = text.lowercased()
        let named = Set(ids.map { $0.rawValue.lowercased() })
        for secret in secrets where !named.contains(secret) {
            guard let place = text.range(of: secret) else { continue }
            let start = text.index(place.lowerBound, offsetBy: -Self.shownBefore, limitedBy: text.startIndex)
            let excerpt = text[(start ?? text.startIndex)...].prefix(2 * Self.shownBefore)
            state.withLock { _ = $0.leaks.insert("\(method) tells \(secret): \(excerpt.debugDescription)") }
        }
    }
}
