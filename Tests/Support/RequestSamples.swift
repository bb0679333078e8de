internal import CBOR
internal import ContractSamples
public import HearthModel
public import RPC

/// Requests made from their types alone, for tests that call every method of a contract: a new method needs no line in
/// them.
public struct RequestSamples: Sendable {
    /// What fields hold that take no empty text and no 0, by their name. A method whose requests need another value than a
    /// field's name tells gets it here.
    private static let common: [String: CBORValue] = [
        "first": .text("2031-03-24"), "text": .text("night"), "limit": .unsigned(10), "size": .unsigned(10),
        "minutes": .unsigned(15),
    ]

    private let known: [String: CBORValue]

    /// Makes samples.
    ///
    /// - Parameters:
    ///   - title: the title that requests are about.
    ///   - others: values of text fields by their names, such as the id of a job.
    public init(about title: ContentID, _ others: [String: String] = [:]) {
        let texts = others.mapValues { CBORValue.text($0) }
        known = Self.common.merging(texts) { $1 }.merging(["content-id": .text(title.rawValue)]) { $1 }
    }

    /// A request of a method: required fields, and those whose value is known.
    ///
    /// - Throws: `DecodingError` when the type's own decoding takes no sample.
    public func request<Request: RPCMethod>(_ method: Request.Type) throws -> Request {
        let recording = SchemaRecorder.record([method])
        let samples = SampleMaker(schema: recording.schema, fullness: .minimal, known: known)
        let sample = samples.sample(recording.shapes[0])
        return try CBORDecoder().decode(Request.self, from: CBOREncoder().encode(sample))
    }

    /// Calls a method with a sample of its request; a client's stream ends without items.
    ///
    /// - Parameter most: how many items of a stream are read before it is left.
    /// - Returns: what was answered: one response, or items.
    /// - Throws: the call's `RPCError`.
    public func call(
        _ method: any RPCMethod.Type, over channel: any RPCChannel, options: CallOptions, upTo most: Int = 1
    ) async throws -> [any Encodable & Sendable] {
        if let method = method as? any RPCRequest.Type { return [try await send(method, channel, options)] }
        if let method = method as? any RPCServerStream.Type { return try await read(method, channel, options, most) }
        if let method = method as? any RPCClientStream.Type { return [try await upload(method, channel, options)] }
        throw RPCError(.internal, "\(method.fullMethod) has a shape that no sample call has.")
    }

    private func send<Request: RPCRequest>(
        _ method: Request.Type, _ channel: any RPCChannel, _ options: CallOptions
    ) async throws -> any Encodable & Sendable {
        try await RPCClient<Request.Service>(channel).send(request(method), options: options)
    }

    private func read<Request: RPCServerStream>(
        _ method: Request.Type, _ channel: any RPCChannel, _ options: CallOptions, _ most: Int
    ) async throws -> [any Encodable & Sendable] {
        var items: [any Encodable & Sendable] = []
        for try await item in try await RPCClient<Request.Service>(channel).stream(request(method), options: options) {
            items.append(item)
            if items.count == most { break }
        }
        return items
    }

    private func upload<Request: RPCClientStream>(
        _ method: Request.Type, _ channel: any RPCChannel, _ options: CallOptions
    ) async throws -> any Encodable & Sendable {
        try await RPCClient<Request.Service>(channel).send(request(method), options: options) { _ in }
    }
}
