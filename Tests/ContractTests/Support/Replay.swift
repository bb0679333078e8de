import Access
import CBOR
import DownloadsService
import Foundation
import HearthModel
import SchemaTool
import TestSupport

@testable import RPC

/// Plays the requests of a recording to the services of today, as the client of then sent them, and holds what they answer
/// against what was answered then.
struct Replay {
    /// What the released contract says of a method.
    struct Method: Decodable {
        var name: String
        var shape: String
        var request: String
        var response: String?
        var responseItem: String?
        var safety: String
    }

    /// What is to be held against a rule of the released contract.
    struct Response {
        var method: String
        var rule: String
        var file: String
        var body: [UInt8]
    }

    /// The released methods by their names, each with the file of its rules.
    let methods: [String: (method: Method, file: String)]
    /// What did not go as it did then, a sentence each.
    private(set) var problems: [String] = []
    /// What today's services answered.
    private(set) var responses: [Response] = []
    private let household: LiveHousehold
    private var renaming = Renaming()
    /// The calls that handed out tokens then, by these.
    private var signIns: [CBORValue: RecordedCall] = [:]

    private static let patience = Duration.seconds(60)

    init(_ recording: HouseholdRecording, released: ReleasedMethods, in household: LiveHousehold) throws {
        methods = released.byName
        self.household = household
        for (index, file) in recording.files.sorted(by: { $0.key < $1.key }).enumerated() {
            let name = "\(index)-\(URL(fileURLWithPath: file.key).lastPathComponent)"
            let text = household.films.playlist(file.value)
            renaming.add(.text(file.key), .text(try household.directory.write(text, to: name)))
        }
    }

    /// Makes a call again. Where its token counts no longer, as what its profile may see has changed, it is made once more after
    /// another sign-in, as clients do.
    mutating func play(_ call: RecordedCall) async throws {
        guard let error = try await attempt(call) else { return }
        if error.code == .unauthenticated, case .response = call.end, try await signInAgain(for: call) {
            guard let error = try await attempt(call) else { return }
            return note(error, of: call)
        }
        note(error, of: call)
    }

    private mutating func note(_ error: RPCError, of call: RecordedCall) {
        if case .failure(let code, let executed, _) = call.end, code == error.code.number,
            executed == error.executed.rawValue
        {
            return
        }
        problem(call, "fails with \(error.code), executed: \(error.executed): \(error.message)")
    }

    /// Gets another token for a call, by the call that handed out the first.
    private mutating func signInAgain(for call: RecordedCall) async throws -> Bool {
        guard let name = tokenName(call), let signIn = signIns[name] else { return false }
        _ = try await signInAgain(for: signIn)
        renaming.forget(name)
        return try await attempt(signIn) == nil
    }

    private func encode(_ call: RecordedCall, _ method: Method, _ recorded: CBORValue) throws -> EncodedCall {
        let runtime = SystemRuntime.shared
        return EncodedCall(
            method: MethodDescriptor(
                name: method.name, safety: CallSafety(rawValue: method.safety) ?? .unsafe,
                shape: CallShape(rawValue: method.shape) ?? .unary, timeout: Self.patience),
            body: try CBOREncoder().encode(renaming(recorded)), deadline: runtime.now.advanced(by: Self.patience),
            token: token(call), idempotencyKey: IdempotencyKey(runtime: runtime), trace: .root(runtime: runtime),
            waitForReady: true)
    }

    /// Makes a call once, and returns what it failed with.
    private mutating func attempt(_ call: RecordedCall) async throws -> RPCError? {
        guard let (method, file) = methods[call.method] else {
            problems.append("\(call.method): is not among the released methods")
            return nil
        }
        let recorded = try CBORDecoder().decode(CBORValue.self, from: call.request)
        if case .response = call.end, case .map(let pairs) = recorded,
            let proof = pairs.first(where: { $0.key == .text("proof") })
        {
            renaming.add(proof.value, .bytes(household.key.bytes))
        }
        let encoded = try encode(call, method, recorded)
        let channel = household.channel(to: call.service)
        do throws(RPCError) {
            if let item = method.responseItem {
                let items = try await inTime(call) { () async throws(RPCError) -> [[UInt8]] in
                    try await self.items(of: channel.stream(encoded), like: call)
                }
                for body in items { note(body, item, file, call) }
                if call.end == nil { learn(call.items.first, items.first) } else { learn(call.items.last, items.last) }
                if case .failure(let code, _, _) = call.end { problem(call, "is answered, and failed with \(code)") }
            } else {
                let sent = call.sent.map(today)
                let response = try await inTime(call) { () async throws(RPCError) -> [UInt8] in
                    guard encoded.method.shape == .unary else { return try await send(sent, encoded, on: channel) }
                    return try await channel.call(encoded).body
                }
                note(response, method.response ?? "any", file, call)
                switch call.end {
                case .response(let body):
                    learn(body, response)
                    noteSignIn(call, body)
                case .failure(let code, _, _): problem(call, "is answered, and failed with \(code)")
                case nil: break
                }
            }
        } catch {
            return error
        }
        return nil
    }

    private mutating func noteSignIn(_ call: RecordedCall, _ response: [UInt8]) {
        guard case .map(let pairs)? = try? CBORDecoder().decode(CBORValue.self, from: response),
            let token = pairs.first(where: { $0.key == .text("token") })?.value
        else { return }
        signIns[token] = call
    }

    /// Asks, and asks again when it was answered then: a download goes on by itself and may not be as far yet. What follows
    /// from an earlier problem is not waited for.
    private func inTime<Response>(
        _ call: RecordedCall, _ attempt: () async throws(RPCError) -> Response
    ) async throws(RPCError) -> Response {
        var failure: RPCError
        do throws(RPCError) { return try await attempt() } catch { failure = error }
        if case .failure = call.end { throw failure }
        guard call.service == DownloadsService.name, problems.isEmpty else { throw failure }
        var response: Response?
        _ = try? await comes {
            guard [.notFound, .failedPrecondition].contains(failure.code) else { return true }
            do throws(RPCError) { response = try await attempt() } catch { failure = error }
            return response != nil
        }
        guard let response else { throw failure }
        return response
    }

    /// All items when the service ended them then; the first one when the client left: what came after that was chance.
    private func items(of stream: EncodedStream, like call: RecordedCall) async throws(RPCError) -> [[UInt8]] {
        var items: [[UInt8]] = []
        while call.end != nil || items.isEmpty, let item = try await stream.next() {
            items.append(item)
        }
        stream.cancel()
        return items
    }

    /// A file's bytes as they were sent then, with the film where it is today.
    private func today(_ item: [UInt8]) -> [UInt8] {
        guard let piece = try? CBORDecoder().decode(UploadPiece.self, from: item) else { return item }
        let text = String(decoding: piece.data, as: UTF8.self)
        let address = /http:\/\/127\.0\.0\.1:[0-9]+\/harbour\.mkv/
        let changed = text.replacing(address, with: household.films.playlist("http://streams.example/movie/1.mkv"))
        return (try? CBOREncoder().encode(UploadPiece(Data(changed.utf8)))) ?? item
    }

    /// Sends the items of a client, and returns the answer.
    private func send(
        _ items: [[UInt8]], _ call: EncodedCall, on channel: any RPCChannel
    ) async throws(RPCError) -> [UInt8] {
        let stream = try await channel.stream(call)
        for item in items { try await stream.sender.write(StreamItem(bytes: item)) }
        stream.sender.close()
        return try await stream.receiver.response().body
    }

    private func token(_ call: RecordedCall) -> AccessToken? {
        guard let name = tokenName(call), case .text(let text) = renaming(name) else { return nil }
        return AccessToken(text)
    }

    /// A call's token as it came in an answer: as text. It goes as bytes.
    private func tokenName(_ call: RecordedCall) -> CBORValue? {
        call.token.map { .text(String(decoding: $0, as: UTF8.self)) }
    }

    private mutating func learn(_ recorded: [UInt8]?, _ now: [UInt8]?) {
        guard let recorded, let now, let old = try? CBORDecoder().decode(CBORValue.self, from: recorded),
            let new = try? CBORDecoder().decode(CBORValue.self, from: now)
        else { return }
        renaming.learn(old, new)
    }

    private mutating func note(_ body: [UInt8], _ rule: String, _ file: String, _ call: RecordedCall) {
        responses.append(Response(method: call.method, rule: rule, file: file, body: body))
    }

    private mutating func problem(_ call: RecordedCall, _ text: String) { problems.append("\(call.method): \(text)") }
}

/// `protocols/released/methods.json`.
struct ReleasedMethods: Decodable {
    struct Service: Decodable {
        var file: String
        var methods: [Replay.Method]
    }

    var services: [Service]

    var byName: [String: (method: Replay.Method, file: String)] {
        Dictionary(
            services.flatMap { service in service.methods.map { ($0.name, ($0, service.file)) } },
            uniquingKeysWith: { first, _ in first })
    }
}
