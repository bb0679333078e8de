import CBOR
import Foundation
import RPC
import SchemaTool
import Testing

/// What breaks older readers and writers is found and named, and nothing else is.
@Suite struct CompatibilityTests {
    @Test(arguments: ContractTests.models.indices) func `committed text is read back`(_ index: Int) throws {
        let model = ContractTests.models[index]
        var expected = model.schema
        // CDDL does not say which names an open set knows.
        for (name, rule) in expected.rules where rule.isOpen { expected.rules[name]?.cases = [] }
        #expect(CDDLReader.schema(of: model.schema.cddl()) == expected)
    }

    @Test func `the released contract holds`() throws {
        let released = try ProtocolSnapshot(folder: Checkout.protocols().appendingPathComponent("released").path)
        let remedy = "keep what is released as it is; for a break on purpose: scripts/release-contract"
        #expect(Compatibility.breaks(from: released, to: ProtocolSnapshot(Contract.all)) == [], "\(remedy)")
    }

    @Test func `growth breaks nothing`() {
        #expect(Self.breaks(Before.self, GrownService.self) == [])
        #expect(Self.breaks(Before.self, Before.self) == [])
    }

    @Test func `every break is named`() {
        let breaks = Self.breaks(Before.self, BrokenService.self)
        #expect(
            breaks == [
                "shelf.v1.Shelf/Get: is unsafe and was readOnly, so older callers repeat what they may not",
                "shelf.v1.Shelf/Get: needs a token and did not",
                "shelf.v1.Shelf/Get: is for owner alone and was open to all callers",
                "shelf.v1.Shelf/Get request, id: is int64 and was text",
                "shelf.v1.Shelf/Get request, order: \"title\" was removed",
                "shelf.v1.Shelf/Get request, why: is new and required, so it is missing in what older writers send",
                "shelf.v1.Shelf/Get response, title: was removed",
                "shelf.v1.Shelf/Get response, year: is required and was optional, so it is missing in what older writers send",
                "shelf.v1.Shelf/Get response, pages: is optional and was required, so older readers fail without it",
                "shelf.v1.Shelf/Get response, parts, an element, name: is bytes and was text",
                "shelf.v1.Shelf/Get response, links, a value: is a structure and was text",
                "shelf.v1.Shelf/Get response, place, row: has another number",
                "shelf.v1.Shelf/Lend: is refused to adult, who could call it",
                "shelf.v1.Shelf/Lend: is refused to scheduler, who could call it",
                "shelf.v1.Shelf/Put: was removed",
                "shelf.v1.Shelf/Tell: is unary and was serverStream",
            ])
    }

    private static func breaks(_ old: any RPCService.Type, _ new: any RPCService.Type) -> [String] {
        Compatibility.breaks(
            from: ProtocolSnapshot([Contract(file: "old", service: old)]),
            to: ProtocolSnapshot([Contract(file: "new", service: new)]))
    }
}

private enum Before: RPCService {
    static let name = "shelf.v1.Shelf"
    static let requests: [any RPCMethod.Type] = [Get.self, Put.self, Lend.self, Tell.self]
    enum Order: String, Codable, CaseIterable { case title, year }

    struct Get: RPCRequest {
        typealias Service = Before
        typealias Response = Book
        static let method = "Get"
        static let safety = CallSafety.readOnly
        static let access = CallAccess.anyone
        var id: String
        var order: Order
    }

    struct Put: RPCRequest {
        typealias Service = Before
        typealias Response = Empty
        static let method = "Put"
        static let safety = CallSafety.idempotent
        var book: Book
    }

    struct Lend: RPCRequest {
        typealias Service = Before
        typealias Response = Empty
        static let method = "Lend"
        static let safety = CallSafety.unsafe
        static let access = CallAccess.roles("owner", "adult").orServices("scheduler")
    }

    struct Tell: RPCServerStream {
        typealias Service = Before
        typealias ResponseItem = Empty
        static let method = "Tell"
        static let safety = CallSafety.readOnly
    }

    struct Book: Codable, Sendable {
        var title: String
        var year: Int32?
        var pages: Int32
        var parts: [Part]
        var links: [String: String]
        var place: Place
    }

    struct Part: Codable, Sendable {
        var name: String
        var inner: [Part]
    }
}

private struct Place: Codable, Sendable {
    var row: Int32
    enum CodingKeys: Int, CodingKey { case row = 1 }
}

/// The same place, numbered again.
private struct MovedPlace: Codable, Sendable {
    var row: Int32
    enum CodingKeys: Int, CodingKey { case row = 2 }
}

/// As before, with more of everything.
private enum GrownService: RPCService {
    static let name = Before.name
    static let requests: [any RPCMethod.Type] = [Get.self, Put.self, Lend.self, Tell.self, Burn.self]
    enum Order: String, Codable, CaseIterable { case title, year, colour }

    struct Get: RPCRequest {
        typealias Service = GrownService
        typealias Response = Volume
        static let method = "Get"
        static let safety = CallSafety.idempotent
        static let access = CallAccess.anyone
        var id: String
        var order: Order
        var why: String?
    }

    struct Put: RPCRequest {
        typealias Service = GrownService
        typealias Response = Empty
        static let method = "Put"
        static let safety = CallSafety.readOnly
        var book: Volume
    }

    struct Lend: RPCRequest {
        typealias Service = GrownService
        typealias Response = Empty
        static let method = "Lend"
        static let safety = CallSafety.unsafe
        static let access = CallAccess.caller.orServices("downloads", "scheduler")
    }

    struct Tell: RPCServerStream {
        typealias Service = GrownService
        typealias ResponseItem = Empty
        static let method = "Tell"
        static let safety = CallSafety.readOnly
    }

    struct Burn: RPCRequest {
        typealias Service = GrownService
        typealias Response = Empty
        static let method = "Burn"
        static let safety = CallSafety.unsafe
    }

    struct Volume: Codable, Sendable {
        var title: String
        var year: Int32?
        var pages: Int32
        var parts: [Part]
        var links: [String: String]
        var place: Place
        var cover: Data?
    }

    struct Part: Codable, Sendable {
        var name: String
        var inner: [Part]
        var page: Int32?
    }
}

/// As before, with every kind of break.
private enum BrokenService: RPCService {
    static let name = Before.name
    static let requests: [any RPCMethod.Type] = [Get.self, Lend.self, Tell.self]
    enum Order: String, Codable, CaseIterable { case year }

    struct Get: RPCRequest {
        typealias Service = BrokenService
        typealias Response = Book
        static let method = "Get"
        static let safety = CallSafety.unsafe
        static let access = CallAccess.roles("owner")
        var id: Int64
        var order: Order
        var why: String
    }

    struct Lend: RPCRequest {
        typealias Service = BrokenService
        typealias Response = Empty
        static let method = "Lend"
        static let safety = CallSafety.unsafe
        static let access = CallAccess.roles("owner")
    }

    struct Tell: RPCRequest {
        typealias Service = BrokenService
        typealias Response = Empty
        static let method = "Tell"
        static let safety = CallSafety.readOnly
    }

    struct Book: Codable, Sendable {
        var year: Int32
        var pages: Int32?
        var parts: [Part]
        var links: [String: Link]
        var place: MovedPlace
    }

    struct Part: Codable, Sendable {
        var name: Data
        var inner: [Part]
    }

    struct Link: Codable, Sendable {
        var address: String
    }
}
