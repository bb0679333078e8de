import HearthModel
import ProfilesAPI
import RPC

extension AllMethodsScenario {
    /// No store is configured: what it would sign is refused for that.
    func plans() async throws {
        try await sendUnlessAbsent(Profiles.GetPlan())
        try await sendUnlessAbsent(Profiles.ListFeatures())
        for request in [
            Profiles.RedeemTransaction(transaction: "a.b.c") as any RPCRequest,
            Profiles.ApplyStoreNotification(signedPayload: "a.b.c"),
        ] {
            try await refusedUnlessAbsent(request, .failedPrecondition)
        }
    }

    /// A call that is refused and that the last release does not know.
    private func refusedUnlessAbsent<Request: RPCRequest>(_ request: Request, _ code: RPCCode) async throws {
        do {
            _ = try await send(request)
        } catch let error as RPCError where error.code == code {
            note([Request.self], isAbsent: false)
        } catch let error as RPCError where error.code == .unimplemented {
            note([Request.self], isAbsent: true)
        }
    }
}
