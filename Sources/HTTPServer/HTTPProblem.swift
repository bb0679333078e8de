internal import Foundation

/// Why a request is refused: a problem document (RFC 9457).
public struct HTTPProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// The status.
    public var status: Int
    /// The problem's stable name, such as `head-too-long`.
    public var code: String
    /// What is wrong and what to do, for people.
    public var detail: String
    /// Further fields of the response, such as `Allow`.
    public var fields = HeaderFields()
    /// Whether the connection must end, since its bytes cannot be told apart any more.
    public var closes = false

    /// Describes a problem.
    public init(
        _ status: Int, _ code: String, _ detail: String, fields: HeaderFields = HeaderFields(), closes: Bool = false
    ) {
        (self.status, self.code, self.detail, self.fields, self.closes) = (status, code, detail, fields, closes)
    }

    public var description: String { "\(status) \(code): \(detail)" }

    /// The media type of a problem document.
    public static let contentType = "application/problem+json"

    private struct Document: Encodable {
        var type: String
        var title: String
        var status: Int
        var detail: String
    }

    /// The response that says it.
    public var response: HTTPResponse {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let document = Document(
            type: "urn:hearth:problem:\(code)", title: HTTPResponse.reason(of: status), status: status, detail: detail)
        var response = HTTPResponse(status, fields: fields, bytes: Array((try? encoder.encode(document)) ?? Data()))
        response.fields.set("Content-Type", Self.contentType)
        response.fields.set("Cache-Control", "no-store")
        response.closes = closes
        return response
    }
}
