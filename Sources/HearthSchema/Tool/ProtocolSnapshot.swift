internal import CBOR
internal import Foundation
internal import RPC

/// What all services promise at one point of their history: of today's types, or of an older folder `protocols/`.
public struct ProtocolSnapshot: Sendable {
    /// A method's promise.
    struct Method: Sendable {
        /// Which sides send items; today's files always say it.
        var shape: String
        var request: Schema.Shape
        var response: Schema.Shape?
        var requestItem: Schema.Shape?
        var responseItem: Schema.Shape?
        var safety: CallSafety
        var needsToken: Bool
        /// Who may call; no roles are everybody.
        var roles: Set<String>
        var services: Set<String>
        var schema: Schema
    }

    /// Methods by their full names.
    var methods: [String: Method] = [:]
    /// Error details by their names on the wire.
    var details: [String: (shape: Schema.Shape, schema: Schema)] = [:]

    /// The promises of types.
    public init(_ contracts: [Contract]) {
        for model in contracts.map({ ContractModel($0) }) {
            for method in model.methods {
                methods[method.descriptor.name] = Method(
                    shape: method.descriptor.shape.rawValue, request: method.request.shape,
                    response: method.response?.shape, requestItem: method.requestItem?.shape,
                    responseItem: method.responseItem?.shape, safety: method.descriptor.safety,
                    needsToken: method.descriptor.access.needsToken, roles: Set(method.descriptor.access.roles),
                    services: Set(method.descriptor.access.services), schema: model.schema)
            }
            for detail in model.details { details[detail.type] = (detail.message.shape, model.schema) }
        }
    }

    /// The promises of a folder that this tool wrote.
    ///
    /// - Throws: when `methods.json` or one of the files that it names cannot be read.
    public init(folder: String) throws {
        let folder = URL(fileURLWithPath: folder, isDirectory: true)
        func data(_ name: String) throws -> Data { try Data(contentsOf: folder.appendingPathComponent(name)) }
        let file = try JSONDecoder().decode(MethodsFile.self, from: data("methods.json"))
        for service in file.services {
            let schema = CDDLReader.schema(of: String(decoding: try data(service.file), as: UTF8.self))
            for method in service.methods {
                methods[method.name] = Method(
                    shape: method.shape, request: .reference(method.request),
                    response: method.response.map { .reference($0) },
                    requestItem: method.requestItem.map { .reference($0) },
                    responseItem: method.responseItem.map { .reference($0) },
                    safety: CallSafety(rawValue: method.safety) ?? .unsafe, needsToken: method.needsToken,
                    roles: Set(method.roles), services: Set(method.services), schema: schema)
            }
            for detail in service.details { details[detail.type] = (.reference(detail.rule), schema) }
        }
    }
}
