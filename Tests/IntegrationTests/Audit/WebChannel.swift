import CBOR
import Foundation
import RPC
import SchemaTool
import TestSupport

/// A way to services through the door: calls as JSON over HTTP, as a script or a page makes them. Errors have everything that the
/// door said as their message.
final class WebChannel: RPCChannel {
    let runtime: any Runtime = SystemRuntime.shared
    let retryBudget = SharedRetryBudget()
    private let port: UInt16
    /// The process, for methods that each has.
    private let process: String
    private let fields: [String: String]

    private static let reflection = MethodReflection(requests: Contract.all.flatMap { $0.service.requests })
    private static let methods = Dictionary(
        reflection.methods.map { ($0.request.fullMethod, $0) }, uniquingKeysWith: { first, _ in first })

    /// - Parameter fields: further fields of each request.
    init(port: UInt16, process: String, fields: [String: String] = [:]) {
        (self.port, self.process, self.fields) = (port, process, fields)
    }

    func call(_ call: EncodedCall) async throws(RPCError) -> EncodedResponse {
        do {
            let response = try await send(call)
            guard response.status == 200 else { throw Self.error(response) }
            let shape = Self.methods[call.method.name]?.shapes ?? Schema.Shape(.any)
            // The form as it came: what is told beside the message is told, too.
            let value = try Self.reflection.schema.value(fromJSON: response.text, as: shape)
            return EncodedResponse(body: try CBOREncoder().encode(value))
        } catch let error as RPCError {
            throw error
        } catch {
            throw RPCError(.internal, "\(call.method.name) over HTTP: \(error)")
        }
    }

    func stream(_ call: EncodedCall) async throws(RPCError) -> EncodedStream {
        throw RPCError(.unimplemented, "Streams are read as events.", executed: .no)
    }

    /// The first events of a server's stream, as they came.
    ///
    /// - Parameter limit: how long they are waited for.
    func events(of method: String, _ json: String, token: AccessToken, within limit: Duration) async throws -> String {
        let client = try await RawHTTPClient.connect(to: port)
        let timer = runtime.spawn { [runtime] in
            try? await runtime.sleep(for: limit)
            client.close()
        }
        defer { timer.cancel() }
        let isShared = method.hasPrefix("/events")
        let target = isShared ? method : "/\(method)?process=\(process)&message=\(Self.escaped(json))"
        let lines = head(token).map { "\($0.key): \($0.value)\r\n" }.joined()
        try await client.send("GET \(target) HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\(lines)\r\n")
        var text = ""
        do {
            let head = try await client.head()
            text = "\(head)"
            guard head.status == 200 else {
                return text + String(decoding: try await client.chunk() ?? [], as: UTF8.self)
            }
            while let chunk = try await client.chunk() { text += String(decoding: chunk, as: UTF8.self) }
        } catch {
            // Its time is over.
        }
        return text
    }

    /// Anything else that the door serves.
    func get(_ target: String, token: AccessToken) async throws -> RawHTTPClient.Response {
        try await RawHTTPClient.connect(to: port).request("GET", target, head(token))
    }

    private func head(_ token: AccessToken?) -> [String: String] {
        guard let token else { return fields }
        return fields.merging(["Authorization": "Bearer \(String(decoding: token.bytes, as: UTF8.self))"]) { $1 }
    }

    private func send(_ call: EncodedCall) async throws -> RawHTTPClient.Response {
        guard let method = Self.methods[call.method.name] else {
            throw RPCError(.unimplemented, "\(call.method.name) is in no contract.")
        }
        let value = try CBORDecoder().decode(CBORValue.self, from: call.body)
        let json = Self.reflection.schema.json(from: value, as: method.input)
        var fields = head(call.token)
        fields["Content-Type"] = "application/json"
        let isEverywhere = !(call.method.name.hasPrefix("hearth.") && !call.method.name.hasPrefix("hearth.kit."))
        let target = "/\(call.method.name)\(isEverywhere ? "?process=\(process)" : "")"
        return try await RawHTTPClient.connect(to: port).request("POST", target, fields, json)
    }

    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }

    private static let codes: [String: RPCCode] = [
        "invalid_argument": .invalidArgument, "not_found": .notFound, "permission_denied": .permissionDenied,
        "failed_precondition": .failedPrecondition, "unimplemented": .unimplemented,
        "unauthenticated": .unauthenticated, "unavailable": .unavailable, "deadline_exceeded": .deadlineExceeded,
        "already_exists": .alreadyExists, "resource_exhausted": .resourceExhausted,
    ]

    private static func error(_ response: RawHTTPClient.Response) -> RPCError {
        let name = (try? response.json["code"]) as? String
        return RPCError(name.flatMap { codes[$0] } ?? .unknown, "\(response.fields) \(response.text)", executed: .no)
    }
}

extension MethodReflection.Method {
    /// The shape of its response.
    fileprivate var shapes: Schema.Shape { response ?? Schema.Shape(.any) }
}
