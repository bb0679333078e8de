internal import CatalogAPI
internal import CatalogFormats
internal import Foundation

extension PanelAccount {
    /// Parses a panel's account.
    ///
    /// - Throws: ``JobAbort/failed(_:)`` when the response has none, or the panel rejects the account.
    init(response bytes: [UInt8]) throws {
        var elements = JSONElementScanner(maximumBytes: Self.maximumBytes)
        var parts: [String: XtreamObject] = [:]
        elements.consume(bytes.span) { name, element in
            if let name, let object = XtreamObject(element) { parts[name] = object }
        }
        guard let user = parts["user_info"] else {
            let kind = BodyKind(head: bytes.span)
            throw JobAbort.failed(
                "The panel answered \(kind == .json ? "nothing about the account" : kind.rawValue). Nothing was changed."
            )
        }
        self.init(status: user.text("status") ?? "Active")
        (isTrial, formats) = (user.flag("is_trial"), user.texts("allowed_output_formats"))
        expires = user.number("exp_date").flatMap { $0 > 0 ? Date(timeIntervalSince1970: Double($0)) : nil }
        maximumConnections = user.number("max_connections").map { Int32(clamping: $0) }
        activeConnections = user.number("active_cons").map { Int32(clamping: $0) }
        timeZone = parts["server_info"]?.text("timezone")
        guard user.text("auth").map({ $0 != "0" }) ?? true else {
            throw JobAbort.failed("The panel refuses the account's name or password. Nothing was changed.")
        }
    }

    /// A larger response is not an account.
    private static let maximumBytes = 1 << 20

    /// Whether the account is valid at the panel.
    var isUsable: Bool { !["expired", "banned", "disabled"].contains(status.lowercased()) }

    /// The extension of live streams: MPEG-TS, which every panel has, unless it says otherwise.
    var liveExtension: String {
        formats.isEmpty || formats.contains("ts") ? "ts" : formats.contains("m3u8") ? "m3u8" : "ts"
    }
}
