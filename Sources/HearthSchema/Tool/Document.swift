internal import CBOR
internal import ContractSamples
internal import Foundation
internal import RPC

/// One generated file of `protocols/`.
public struct Document: Sendable {
    /// The path within `protocols/`.
    public let path: String
    /// Its content.
    public let text: String
}

extension Document {
    /// Every generated file, and the README with its examples.
    ///
    /// - Parameter readme: the current README; nil leaves it out.
    /// - Throws: when a contract violates the closed set of types, or a sample cannot be encoded.
    public static func all(_ contracts: [Contract] = Contract.all, readme: String?) throws -> [Document] {
        let models = contracts.map(ContractModel.init)
        let violations = models.flatMap(\.violations)
        guard violations.isEmpty else { throw SchemaToolError.outsideVocabulary(violations) }
        let frames = try FrameVectors.recorded()
        let examples = readme.flatMap { Examples.insert(frames.frames, into: $0) }
        return try models.map(cddl) + [methods(models)] + models.map(messageVectors) + [
            Document(path: "vectors/frames.json", text: json(frames)),
            Document(path: "vectors/refused.json", text: json(RefusedFrames.all)),
        ] + (examples.map { [Document(path: "README.md", text: $0)] } ?? [])
    }

    /// A contract's messages in CDDL.
    static func cddl(_ model: ContractModel) -> Document {
        let name = model.contract.service.name
        var lines = [
            "; \(name): every message of the service, in CDDL (RFC 8610).",
            "; Written from the Swift types by scripts/fix; do not edit. Methods and defaults are also in methods.json.",
            "",
        ]
        for method in model.methods {
            let descriptor = method.descriptor
            let access = describe(descriptor.access)
            lines += [
                "; method \(descriptor.name)",
                ";   " + describe(method),
                ";   \(descriptor.safety.rawValue), \(describe(descriptor.timeout)), \(access)"
                    + (descriptor.survivesCaller ? ", survives its caller" : "")
                    + (descriptor.criticality == .sheddable ? ", sheddable" : ""),
            ]
        }
        for detail in model.details { lines.append("; error detail \(detail.type): \(detail.message.rule)") }
        return Document(
            path: "\(model.contract.file).cddl", text: lines.joined(separator: "\n") + "\n\n" + model.schema.cddl())
    }

    private static func describe(_ method: ContractModel.Method) -> String {
        let shape = method.descriptor.shape == .unary ? "" : "\(method.descriptor.shape.rawValue): "
        let parts = [
            "request \(method.request.rule)", method.requestItem.map { "request items \($0.rule)" },
            method.responseItem.map { "response items \($0.rule)" }, method.response.map { "response \($0.rule)" },
        ]
        return shape + parts.compactMap(\.self).joined(separator: ", ")
    }

    private static func describe(_ timeout: Duration) -> String {
        timeout == .unlimited ? "no limit" : "\(timeout.wholeMilliseconds) ms"
    }

    private static func describe(_ access: CallAccess) -> String {
        guard access.needsToken else { return "no token" }
        let roles =
            access.roles.isEmpty ? "any person's token" : "role " + access.roles.sorted().joined(separator: " or ")
        let people = roles + (access.entitlement.map { ", with \($0)" } ?? "")
        return access.services.isEmpty
            ? people : people + ", services " + access.services.sorted().joined(separator: ", ")
    }

    /// The methods in a machine-readable file: what a client needs besides the CDDL.
    static func methods(_ models: [ContractModel]) throws -> Document {
        let services = models.map { model in
            let catalog = MethodReflection(requests: model.contract.service.requests)
            return MethodsFile.Service(
                name: model.contract.service.name, file: "\(model.contract.file).cddl",
                methods: model.methods.map { method in
                    let descriptor = method.descriptor
                    return MethodsFile.Method(
                        name: descriptor.name, shape: descriptor.shape.rawValue, request: method.request.rule,
                        response: method.response?.rule, requestItem: method.requestItem?.rule,
                        responseItem: method.responseItem?.rule, safety: descriptor.safety.rawValue,
                        timeoutMilliseconds: descriptor.timeout == .unlimited
                            ? 0 : descriptor.timeout.wholeMilliseconds,
                        needsToken: descriptor.access.needsToken, roles: descriptor.access.roles.sorted(),
                        services: descriptor.access.services.sorted(), entitlement: descriptor.access.entitlement,
                        survivesCaller: descriptor.survivesCaller,
                        criticality: descriptor.criticality == .critical ? nil : descriptor.criticality.rawValue,
                        fingerprint: String(catalog.fingerprint(of: descriptor.name)))
                },
                details: model.details.map { MethodsFile.Detail(type: $0.type, rule: $0.message.rule) })
        }
        return Document(path: "methods.json", text: try json(MethodsFile(services: services)))
    }

    /// Encoded samples of every message of a contract.
    static func messageVectors(_ model: ContractModel) throws -> Document {
        let vectors = try model.messages.flatMap { message in
            try SampleMaker.Fullness.allCases.map { fullness in
                let value = SampleMaker(schema: model.schema, fullness: fullness).sample(message.shape)
                let bytes = try CBOREncoder().encode(value)
                let sorted = try CBORDecoder().decode(CBORValue.self, from: bytes)
                return MessageVector(
                    name: message.name, sample: fullness.rawValue, rule: message.rule, hex: bytes.hexadecimal,
                    diagnostic: sorted.description)
            }
        }
        let file = MessageVectors(
            service: model.contract.service.name, cddl: "\(model.contract.file).cddl", vectors: vectors)
        return Document(path: "vectors/\(model.contract.file).json", text: try json(file))
    }

    static func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
    }
}

/// Why no files were written.
public enum SchemaToolError: Error, CustomStringConvertible {
    /// Contracts contain what a schema cannot express.
    case outsideVocabulary([String])
    /// The recorded conversation deviated from its scenes.
    case conversation(String)

    public var description: String {
        switch self {
        case .outsideVocabulary(let sentences): sentences.joined(separator: "\n")
        case .conversation(let problem): "the recorded conversation: \(problem)"
        }
    }
}
