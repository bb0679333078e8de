internal import ArgumentParser
internal import CBOR
internal import Foundation
internal import RPC
internal import RPCDiagnostics
internal import ServiceKit

/// `hearth call`
struct CallCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "call",
        abstract: "Call any method: JSON in, JSON out.",
        discussion: """
            Shapes come from the running service; `hearth describe METHOD` shows them. The name may be abbreviated while \
            it is unambiguous.

            Example: hearth call Catalog/Search '{"text": "news", "page": {"size": 3}}'
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(
        help: "The method: hearth.catalog.v1.Catalog/Search, Catalog/Search or Search.", completion: .methods)
    var method: String

    @Argument(help: "The request as JSON; - reads it from standard input.")
    var request = "{}"

    @Option(help: ArgumentHelp("Metadata of the call; may be given several times.", valueName: "name=value"))
    var metadata: [String] = []

    @Option(
        help: ArgumentHelp(
            "The idempotency key in 32 hexadecimal digits; a new one when the method needs one.", valueName: "key"))
    var key: String?

    @Option(help: ArgumentHelp("The service to call, for methods that every service has.", valueName: "service"))
    var service: String?

    func run(_ gateway: Gateway) async throws {
        let reflection = Reflection(gateway: gateway)
        let (found, described) = try await reflection.method(method)
        let schema = found.response.schema
        let body: CBORValue
        do { body = try schema.value(fromJSON: try requestText(), as: described.request) } catch {
            throw GatewayFailure(
                "INVALID_ARGUMENT", "The request does not fit: \(error)",
                advice: "`hearth describe \(described.name)` shows its shape.", status: .usage)
        }
        let process = service ?? found.process
        guard described.requestItem == nil else {
            throw GatewayFailure(
                "UNIMPLEMENTED", "\(described.name) reads a stream from its caller, which this command cannot send.",
                status: .usage)
        }
        if let item = described.responseItem {
            return try await withAuthorization(described, gateway) { token in
                try await printItems(body, described, to: process, token: token, gateway) { value in
                    gateway.output.line(schema.json(from: value, as: item, indented: !global.json))
                }
            }
        }
        let response = try await withAuthorization(described, gateway) { token in
            try await send(body, described, to: process, token: token, gateway)
        }
        guard let shape = described.response else { return }
        let value: CBORValue
        do { value = try CBORDecoder().decode(CBORValue.self, from: response.body) } catch {
            throw GatewayFailure("INTERNAL", "The answer does not decode: \(error)", status: .fatal)
        }
        gateway.output.line(schema.json(from: value, as: shape, indented: !global.json))
    }

    /// With a token, for a method that needs one.
    private func withAuthorization<Value>(
        _ method: Sys.SchemaMethod, _ gateway: Gateway, _ body: (AccessToken?) async throws -> Value
    ) async throws -> Value {
        method.access.needsToken ? try await gateway.withToken { try await body($0) } : try await body(nil)
    }

    private func send(
        _ body: CBORValue, _ method: Sys.SchemaMethod, to process: String, token: AccessToken?, _ gateway: Gateway
    ) async throws -> EncodedResponse {
        let call = try encoded(body, method, token, gateway)
        do {
            return try await gateway.clients.channel(to: process).call(call)
        } catch {
            throw GatewayFailure(error, service: process, safety: method.safety, see: nil)
        }
    }

    /// Prints the server's items as they arrive, until the stream ends or the command is interrupted.
    private func printItems(
        _ body: CBORValue, _ method: Sys.SchemaMethod, to process: String, token: AccessToken?, _ gateway: Gateway,
        _ show: (CBORValue) -> Void
    ) async throws {
        let call = try encoded(body, method, token, gateway)
        do throws(RPCError) {
            let items = try await gateway.clients.channel(to: process).stream(call)
            var renewal: Task<Void, Never>?
            defer { renewal?.cancel() }
            if token != nil { renewal = try await gateway.tokens.renew(items, runtime: gateway.runtime) }
            while let bytes = try await items.next() {
                guard let value = try? CBORDecoder().decode(CBORValue.self, from: bytes) else {
                    items.cancel()
                    throw RPCError(.internal, "An item of the stream does not decode.", executed: .maybe)
                }
                show(value)
            }
        } catch {
            throw GatewayFailure(error, service: process, safety: method.safety, see: nil)
        }
    }

    private func encoded(
        _ body: CBORValue, _ method: Sys.SchemaMethod, _ token: AccessToken?, _ gateway: Gateway
    ) throws -> EncodedCall {
        let runtime = gateway.runtime
        let shape = method.shape.flatMap(CallShape.init(rawValue:)) ?? .unary
        let own = method.timeoutMilliseconds == 0 ? Duration.unlimited : .milliseconds(method.timeoutMilliseconds)
        let timeout = gateway.options.timeout ?? own
        return EncodedCall(
            method: MethodDescriptor(name: method.name, safety: method.safety, shape: shape, timeout: timeout),
            body: try CBOREncoder().encode(body),
            deadline: timeout == .unlimited ? .distantFuture : runtime.now.advanced(by: timeout), token: token,
            idempotencyKey: try idempotencyKey(method, runtime), trace: .root(runtime: runtime),
            metadata: try parsedMetadata(),
            criticality: method.criticality.flatMap(Criticality.init(rawValue:)) ?? .critical)
    }

    private func requestText() throws -> String {
        guard request == "-" else { return request }
        let data = try FileHandle.standardInput.readToEnd() ?? Data()
        return String(decoding: data, as: UTF8.self)
    }

    private func idempotencyKey(_ method: Sys.SchemaMethod, _ runtime: any Runtime) throws -> IdempotencyKey? {
        guard let key else { return method.safety == .idempotentByKey ? IdempotencyKey(runtime: runtime) : nil }
        let digits = Array(key.utf8)
        let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap { index in
            UInt8(String(decoding: digits[index...(index + 1)], as: UTF8.self), radix: 16)
        }
        guard digits.count == 2 * IdempotencyKey.byteCount, let parsed = IdempotencyKey(bytes: bytes) else {
            throw ValidationError("--key must be \(2 * IdempotencyKey.byteCount) hexadecimal digits.")
        }
        return parsed
    }

    private func parsedMetadata() throws -> Metadata {
        var values: [String: String] = [:]
        for entry in metadata {
            guard let equals = entry.firstIndex(of: "="), equals != entry.startIndex else {
                throw ValidationError("--metadata must be name=value, not \(entry).")
            }
            values[String(entry[..<equals])] = String(entry[entry.index(after: equals)...])
        }
        return Metadata(values)
    }
}
