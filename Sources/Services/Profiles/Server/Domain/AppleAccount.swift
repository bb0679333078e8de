internal import GRDB
internal import ProfilesAPI
internal import RPC

/// A verified account at Apple, with the name and mail address that Apple has given the client.
struct AppleAccount: Sendable {
    let subject: String
    /// The person's name.
    let name: String?
    private let mail: String?
    /// The refresh token, with the client for which it was issued; nil where no code was exchanged. A secret.
    private let authorization: (token: String, client: String)?

    /// Verifies a proof, and exchanges its code where that is configured.
    ///
    /// - Throws: as ``AppleVerifier/identity(of:)`` and ``AppleTokens/exchange``; INVALID_ARGUMENT for what cannot be a name,
    ///   an address or a code.
    init(_ proof: AppleProof, _ verifier: AppleVerifier) async throws {
        let identity = try await verifier.identity(of: proof)
        (subject, name) = (identity.subject, try Self.name(proof))
        mail =
            try identity.mail
            ?? proof.mail.map { text throws(RPCError) in
                try NameRules.checked(text, field: "proof.mail")
            }
        guard let code = proof.authorizationCode, let tokens = verifier.tokens else {
            authorization = nil
            return
        }
        guard (1...ProfilesLimits.appleCodeBytes).contains(code.utf8.count) else {
            throw RPCError.invalidArgument(
                "proof.authorizationCode", "must have between 1 and \(ProfilesLimits.appleCodeBytes) bytes.")
        }
        authorization = (try await tokens.exchange(code, identity.client), identity.client)
    }

    /// The name in a proof.
    ///
    /// - Throws: INVALID_ARGUMENT for what cannot be one.
    static func name(_ proof: AppleProof) throws(RPCError) -> String? {
        guard let name = proof.name else { return nil }
        return try NameRules.checked(name, field: "proof.name")
    }

    /// Links the account to a member; again changes nothing.
    ///
    /// - Parameter now: civil time, in milliseconds since 1970.
    /// - Throws: ``ProfilesError/appleLinked`` when it is another member's, or the member has another.
    @discardableResult
    func link(to member: String, at now: Int64, _ db: Database) throws -> AppleRow {
        let own = try AppleTable.find(member: member, db)
        guard try own == AppleTable.find(subject: subject, db) else { throw ProfilesError.appleLinked }
        var link = own ?? AppleRow(subject: subject, member: member, name: nil, mail: nil, linked: now)
        try keep(in: &link, db)
        return link
    }

    /// Stores what is known of an account: the first name, since Apple gives it once, and the last address and token.
    func keep(in link: inout AppleRow, _ db: Database) throws {
        (link.name, link.mail) = (link.name ?? name, mail ?? link.mail)
        if let authorization { (link.token, link.client) = authorization }
        try AppleTable.put(link, db)
    }
}
