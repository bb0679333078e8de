import RPC
import RPCInProcess
import Testing

/// A server is its contract: every request has a handler, and one.
@Suite struct ServerStartTests {
    private enum Pair: RPCService {
        static let name = "test.v1.Pair"
        static let requests: [any RPCMethod.Type] = [Left.self, Right.self]

        struct Left: RPCRequest {
            typealias Service = Pair
            typealias Response = Empty
            static let method = "Left"
            static let safety = CallSafety.readOnly
        }

        struct Right: RPCRequest {
            typealias Service = Pair
            typealias Response = Empty
            static let method = "Right"
            static let safety = CallSafety.readOnly
        }

        /// It is not in the list.
        struct Unlisted: RPCRequest {
            typealias Service = Pair
            typealias Response = Empty
            static let method = "Unlisted"
            static let safety = CallSafety.readOnly
        }
    }

    private static func handlers(_ requests: [any RPCRequest.Type]) -> RPCHandlers<Pair> {
        var handlers = RPCHandlers<Pair>()
        for request in requests { handlers.decline(request) }
        return handlers
    }

    private static func error(adding handlers: RPCHandlers<Pair>...) -> RPCServerError? {
        var server = RPCServer(name: "pair", version: "1", runtime: SystemRuntime.shared)
        do {
            for handlers in handlers { try server.add(handlers) }
            return nil
        } catch {
            return error
        }
    }

    @Test func `a contract that is answered whole is taken`() {
        #expect(Self.error(adding: Self.handlers([Pair.Left.self, Pair.Right.self])) == nil)
    }

    @Test func `a request without a handler is named`() {
        let error = Self.error(adding: Self.handlers([Pair.Left.self]))
        #expect(error?.missing == ["test.v1.Pair/Right"])
        #expect(error?.description == "no handler for test.v1.Pair/Right")
    }

    @Test func `a request with two handlers is named`() {
        let error = Self.error(adding: Self.handlers([Pair.Left.self, Pair.Right.self, Pair.Left.self]))
        #expect(error?.doubled == ["test.v1.Pair/Left"])
    }

    @Test func `a handler of a request that the contract does not list is named`() {
        let error = Self.error(adding: Self.handlers([Pair.Left.self, Pair.Right.self, Pair.Unlisted.self]))
        #expect(error?.unlisted == ["test.v1.Pair/Unlisted"])
    }

    @Test func `a service that is there already is named`() {
        let whole = Self.handlers([Pair.Left.self, Pair.Right.self])
        #expect(Self.error(adding: whole, whole)?.doubled == ["test.v1.Pair"])
    }
}
