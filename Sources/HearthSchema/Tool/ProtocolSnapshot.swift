internal import CBOR
internal import Foundation
internal import RPC

/// The contracts of all services at one version: of the current types, or of an older folder `protocols/`.
public struct ProtocolSnapshot: Sendable {
    /// A method's contract.
    struct Method: Sendable {
        /// Which sides send items; current files always contain it.
        var shape: String
        var request: Schema.Shape
        var response: Schema.Shape?
        var requestItem: Schema.Shape?
        var responseItem: Schema.Shape?
        var safety: CallSafety
        var needsToken: Bool
        /// The roles that may call; empty means all.
        var roles: Set<String>
        var services: Set<String>
        var schema: Schema
    }

    /// Methods by their full names.
    var methods: [String: Method] = [:]
    /// Error details by their names on the wire.
    var details: [String: (shape: Schema.Shape, schema: Schema)] = [:]

    /// Takes the contracts of types.
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

    /// Reads the contracts of a folder that this tool wrote.
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
