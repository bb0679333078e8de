import CBOR
import Foundation
import RPC
import SchemaTool
import Testing

/// What is committed in `protocols/` is what the types say.
@Suite struct CommittedFilesTests {
    @Test func `are up to date`() throws {
        let folder = ProtocolsFolder(path: try Checkout.protocols().path)
        let differences = folder.differences(from: try Document.all(readme: folder.readme))
        #expect(differences == [], "to mend: \(ProtocolsFolder.remedy)")
    }

    @Test func `differences are found`() throws {
        let empty = FileManager.default.temporaryDirectory.appendingPathComponent("protocols-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: empty) }
        let (folder, documents) = (ProtocolsFolder(path: empty.path), try Document.all(readme: nil))
        #expect(folder.differences(from: documents).count == documents.count)
        #expect(try folder.write(documents).count == documents.count)
        #expect(folder.differences(from: documents) == [])
        #expect(try folder.write(documents) == [])
        try Data("; of a service that is gone\n".utf8).write(to: empty.appendingPathComponent("gone.cddl"))
        let sys = empty.appendingPathComponent("sys.cddl")
        let text = String(decoding: try Data(contentsOf: sys), as: UTF8.self)
        try Data(text.replacing("\"uptimeSeconds\": double", with: "\"uptimeSeconds\": int64").utf8).write(to: sys)
        let differences = folder.differences(from: documents)
        try #require(differences.count == 2)
        #expect(differences[0].hasPrefix("gone.cddl: "))
        #expect(differences[1].hasPrefix("sys.cddl: line ") && differences[1].contains("uptimeSeconds"))
        #expect(try folder.write(documents).sorted() == ["gone.cddl", "sys.cddl"])
        #expect(folder.differences(from: documents) == [])
    }

    @Test(arguments: ContractTests.models.indices) func `methods are the contracts own`(_ index: Int) throws {
        let model = ContractTests.models[index]
        let text = String(
            decoding: try Data(contentsOf: Checkout.protocols().appendingPathComponent("\(model.contract.file).cddl")),
            as: UTF8.self)
        let lines = text.split(separator: "\n")
        let methods = lines.filter { $0.hasPrefix("; method ") }.map { String($0.dropFirst("; method ".count)) }
        #expect(methods == model.contract.service.requests.map { $0.fullMethod })
        let rules = Set(
            lines.filter { $0.contains(" = ") }.compactMap { $0.split(separator: " ").first.map(String.init) })
        for message in model.messages { #expect(rules.contains(message.rule), "\(message.name)") }
    }

    /// A sample written by an earlier build still means the same.
    @Test(arguments: ContractTests.models.indices) func `vectors decode to the same values`(_ index: Int) throws {
        let model = ContractTests.models[index]
        let file = try Checkout.json(MessageVectors.self, "vectors/\(model.contract.file).json")
        #expect(file.service == model.contract.service.name)
        #expect(Set(file.vectors.map(\.name)) == Set(model.messages.map(\.name)))
        for vector in file.vectors {
            let message = try #require(model.messages.first { $0.name == vector.name })
            let bytes = try #require([UInt8](hexadecimal: vector.hex))
            #expect(try message.roundTrip(bytes) == bytes, "\(vector.name), \(vector.sample)")
            #expect(try CBORDecoder().decode(CBORValue.self, from: bytes).description == vector.diagnostic)
        }
    }

    /// Another implementation of CBOR reads the vectors, and writes the same bytes again.
    @Test func `another codec agrees`() async throws {
        let files = try ContractTests.models.map { model in
            try Checkout.json(MessageVectors.self, "vectors/\(model.contract.file).json")
        }
        let hex = files.flatMap { $0.vectors.map(\.hex) }
        #expect(try await Python.run("hearthwire.reencode", hex) == hex)
    }
}
