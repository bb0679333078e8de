import CBOR
import ContractSamples
import Foundation
import RPC
import SchemaTool
import Testing

/// Every request, response and error detail of every contract.
@Suite struct ContractTests {
    static let models = Contract.all.map { ContractModel($0) }

    @Test(arguments: models.indices) func `stays in the vocabulary`(_ index: Int) {
        #expect(Self.models[index].violations == [])
    }

    /// An older reader must not fail over a name that it does not know yet. The four safeties belong to the protocol: a
    /// fifth would be a new version of it.
    @Test(arguments: models.indices) func `answers have no closed names`(_ index: Int) {
        let model = Self.models[index]
        let responses = model.methods.flatMap { [$0.response, $0.responseItem].compactMap(\.self) }
        for message in responses + model.details.map(\.message) {
            let closed = model.rules(of: message).filter {
                model.schema.rules[$0]?.isClosed == true && $0 != "call-safety"
            }
            #expect(closed.isEmpty, "\(message.name): make it an open enumeration")
        }
    }

    @Test func `methods have names of their own`() {
        let names = Self.models.flatMap { $0.methods.map(\.descriptor.name) }
        #expect(Set(names).count == names.count)
        for model in Self.models {
            let parts = model.contract.service.name.split(separator: ".")
            #expect(parts.contains { $0.first == "v" && Int($0.dropFirst()) != nil }, "the name has no version")
        }
        let types = Self.models.flatMap { $0.details.map(\.type) }
        #expect(Set(types).count == types.count)
    }

    @Test(arguments: models.indices) func `samples survive a round trip`(_ index: Int) throws {
        let model = Self.models[index]
        for message in model.messages {
            for sample in model.samples(of: message) {
                let bytes = try CBOREncoder().encode(sample)
                #expect(try message.roundTrip(bytes) == bytes, "\(message.name): \(sample)")
            }
        }
    }

    @Test(arguments: models.indices) func `samples are what the CDDL says`(_ index: Int) async throws {
        let model = Self.models[index]
        try await CDDLCase.check(
            model.messages.flatMap { message in
                try model.samples(of: message).map { sample in
                    CDDLCase(
                        file: "\(model.contract.file).cddl", rule: message.rule,
                        bytes: try CBOREncoder().encode(sample),
                        isValid: true, note: "a sample")
                }
            })
    }

    /// Changed samples are refused by the types and by the CDDL, or taken by both.
    @Test(arguments: models.indices) func `mutations are judged alike`(_ index: Int) async throws {
        let model = Self.models[index]
        var cases: [CDDLCase] = []
        var known: Set<[UInt8]> = []
        for message in model.messages {
            let sample = SampleMaker(schema: model.schema, fullness: .full).sample(message.shape)
            for mutation in Mutation.all(of: sample, message.shape, in: model.schema) {
                let (rule, item) = mutation.innermost ?? (message.rule, mutation.item)
                let inner = try CBOREncoder().encode(item)
                // A structure that is in many messages is the same type and rule in all of them.
                guard known.insert(Array(rule.utf8) + inner).inserted else { continue }
                if mutation.isSeenByTypes {
                    let isTaken = (try? message.roundTrip(CBOREncoder().encode(mutation.item))) != nil
                    #expect(isTaken == mutation.isValid, "\(message.name): \(mutation.note)")
                }
                cases.append(
                    CDDLCase(
                        file: "\(model.contract.file).cddl", rule: rule, bytes: inner, isValid: mutation.isValid,
                        note: "\(message.name) \(mutation.note)"))
            }
        }
        #expect(cases.contains { $0.isValid } && cases.contains { !$0.isValid })
        try await CDDLCase.check(cases)
    }
}

extension Schema.Rule {
    /// Whether it is a set of names that may not grow.
    var isClosed: Bool { cases != nil && !isOpen }
}

extension ContractModel {
    /// A minimal and a full sample, and for closed names one sample of each.
    func samples(of message: Message) -> [CBORValue] {
        SampleMaker.Fullness.allCases.map { SampleMaker(schema: schema, fullness: $0).sample(message.shape) }
            + closedNames(in: message).flatMap { name in
                (schema.rules[name]?.cases ?? []).map { text in
                    var only = schema
                    only.rules[name]?.cases = [text]
                    return SampleMaker(schema: only, fullness: .full).sample(message.shape)
                }
            }
    }

    private func closedNames(in message: Message) -> [String] {
        rules(of: message).filter { schema.rules[$0]?.isClosed == true }
    }

    /// The names of the rules that a message needs.
    func rules(of message: Message) -> [String] {
        var found: [String] = []
        var open = [message.shape]
        while let shape = open.popLast() {
            open += shape.of
            guard let name = shape.name, !found.contains(name) else { continue }
            found.append(name)
            open += schema.rules[name]?.fields?.map(\.shape) ?? []
        }
        return found
    }
}
