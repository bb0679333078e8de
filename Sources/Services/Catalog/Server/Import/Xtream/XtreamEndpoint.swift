internal import CatalogFormats
internal import Foundation
internal import HTTPFetch
internal import RPC

/// An Xtream Codes account: the panel's address and the credentials. All of it is secret, and so is everything made
/// from it.
struct XtreamEndpoint: Sendable, Hashable {
    /// The panel's address without a trailing slash.
    let base: String
    let username: String
    let password: String

    /// Parses an address in any form in which providers print it: with or without a scheme, with `get.php` and its
    /// query, with a folder in front.
    ///
    /// - Throws: `RPCError` INVALID_ARGUMENT with the field, which reveals nothing of the address.
    init(_ text: String, username: String?, password: String?) throws {
        let text = text.trimmingSpaces()
        let whole = text.contains("://") ? text : "http://" + text
        guard !Self.isPath(text), let url = try? FetchURL(whole), var parts = URLComponents(string: url.text) else {
            throw RPCError.invalidArgument("address", "a panel's address, such as http://panel.example:8080")
        }
        func item(_ name: String) -> String? { parts.queryItems?.first { $0.name == name }?.value }
        let (user, word) = (username ?? item("username"), password ?? item("password"))
        guard let user, !user.isEmpty, let word, !word.isEmpty else {
            throw RPCError.invalidArgument(
                user?.isEmpty == false ? "password" : "username", "missing, and the address does not have it either")
        }
        (self.username, self.password) = (user, word)
        var folders = parts.percentEncodedPath.split(separator: "/").map(String.init)
        if folders.last?.lowercased().hasSuffix(".php") == true { folders.removeLast() }
        parts.percentEncodedPath = folders.isEmpty ? "" : "/" + folders.joined(separator: "/")
        (parts.query, parts.fragment, parts.user, parts.password) = (nil, nil, nil, nil)
        base = parts.string ?? url.text
    }

    /// Whether a text is a file path, in which an address parser would still find a host.
    private static func isPath(_ text: String) -> Bool {
        text.hasPrefix("/") || text.hasPrefix(".") || text.lowercased().hasPrefix("file:")
    }

    /// Makes a feed's endpoint.
    ///
    /// - Throws: ``JobAbort/failed(_:)``.
    init(_ feed: Feed) throws {
        do { try self.init(feed.address, username: feed.username, password: feed.password) } catch {
            throw JobAbort.failed("The panel's address or account is not complete.")
        }
    }

    /// The API address of an action; without one that of the account.
    func api(_ action: String? = nil, _ items: [(name: String, value: String)] = []) -> String {
        let action = action.map { [(name: "action", value: $0)] } ?? []
        return "\(base)/player_api.php?" + query(action + items)
    }

    /// The panel's guide in XMLTV.
    var guide: String { "\(base)/xmltv.php?" + query([]) }

    /// A stream's address.
    ///
    /// - Parameter folder: `live`, `movie` or `series`.
    func stream(_ folder: String, id: String, ending: String) -> String {
        "\(base)/\(folder)/\(Self.escaped(username))/\(Self.escaped(password))/\(Self.escaped(id)).\(ending)"
    }

    private func query(_ items: [(name: String, value: String)]) -> String {
        ([(name: "username", value: username), (name: "password", value: password)] + items)
            .map { "\($0.name)=\(Self.escaped($0.value))" }.joined(separator: "&")
    }

    /// Escapes everything but letters, digits and `-._~`, so that a password may have any character.
    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
