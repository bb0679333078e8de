internal import GRDB
internal import ProfilesAPI
internal import RPC

/// A verified account at Apple, with the name and mail address that Apple has given the client.
struct AppleAccount: Sendable {
    let subject: String
    /// The person's name.
    let name: String?
    private let mail: String?
    /// The client id for which the proof is.
    private let client: String
    /// The authorization code; nil where the client sent none. A secret.
    private let code: String?
    /// The refresh token; nil where no code was exchanged. A secret.
    private var token: String?

    /// Verifies a proof.
    ///
    /// - Throws: as ``AppleVerifier/identity(of:)``; INVALID_ARGUMENT for what cannot be a name, an address or a code.
    init(_ proof: AppleProof, _ verifier: AppleVerifier) async throws {
        if let code = proof.authorizationCode, !(1...ProfilesLimits.appleCodeBytes).contains(code.utf8.count) {
            throw RPCError.invalidArgument(
                "proof.authorizationCode", "must have between 1 and \(ProfilesLimits.appleCodeBytes) bytes.")
        }
        let identity = try await verifier.identity(of: proof)
        (subject, client, code) = (identity.subject, identity.client, proof.authorizationCode)
        name = try Self.name(proof)
        mail =
            try identity.mail
            ?? proof.mail.map { text throws(RPCError) in
                try NameRules.checked(text, field: "proof.mail")
            }
    }

    /// The account with its code exchanged, where there is one and a key of the developer's is configured.
    ///
    /// - Throws: as ``AppleTokens/exchange``.
    func exchanged(by verifier: AppleVerifier) async throws -> AppleAccount {
        guard let code, let tokens = verifier.tokens else { return self }
        var account = self
        account.token = try await tokens.exchange(code, client)
        return account
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
        if let token { (link.token, link.client) = (token, client) }
        try AppleTable.put(link, db)
    }
}
