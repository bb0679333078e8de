internal import Access
internal import Foundation
internal import HearthModel
internal import ProfilesAPI
internal import RPC

/// The methods of the contract, each handed to the part that knows.
struct ProfilesHandlers: Sendable {
    let signIn: SignIn
    let households: Households
    let profiles: ProfileManager
    let favourites: Favourites
    let keys: KeyStore

    var table: RPCHandlers<Profiles> {
        var handlers = RPCHandlers<Profiles>()
        addSignIn(to: &handlers)
        addHousehold(to: &handlers)
        addProfiles(to: &handlers)
        addFavourites(to: &handlers)
        handlers.on(Profiles.FollowEvents.self) { [households] _, writer, call in
            try await ProfilesOutbox().follow(call, writer, households)
        }
        return handlers
    }

    private func addSignIn(to handlers: inout RPCHandlers<Profiles>) {
        handlers.on(Profiles.LocalOwner.self) { [signIn] request, _ in try await signIn.localOwner(request) }
        handlers.on(Profiles.CreateHousehold.self) { [signIn] request, _ in
            try await signIn.createHousehold(request)
        }
        handlers.on(Profiles.SwitchProfile.self) { [signIn] request, call in
            try await signIn.switchProfile(request, for: call.viewer)
        }
        handlers.on(Profiles.GetKeys.self) { [keys] _, _ in
            KeySet(keys: try keys.publicKeys().map(PublishedKey.init))
        }
    }

    private func addHousehold(to handlers: inout RPCHandlers<Profiles>) {
        handlers.on(Profiles.GetHousehold.self) { [households] _, call in
            let viewer = try call.viewer
            return households.info(try await households.state(for: viewer), id: viewer.household)
        }
        handlers.on(Profiles.SetHouseholdOptions.self) { [households] request, call in
            try await households.setOptions(request, call, for: call.viewer)
        }
        handlers.on(Profiles.SetPIN.self) { [households] request, call in
            try await households.setPIN(request, for: call.viewer)
            return Empty()
        }
    }

    private func addProfiles(to handlers: inout RPCHandlers<Profiles>) {
        handlers.on(Profiles.ListProfiles.self) { [profiles] _, call in try await profiles.list(for: call.viewer) }
        handlers.on(Profiles.CreateProfile.self) { [profiles] request, call in
            try await profiles.create(request, call, for: call.viewer)
        }
        handlers.on(Profiles.RenameProfile.self) { [profiles] request, call in
            try await profiles.rename(request, call, for: call.viewer)
        }
        handlers.on(Profiles.RestoreProfile.self) { [profiles] request, call in
            try await profiles.restore(request, call, for: call.viewer)
        }
        handlers.on(Profiles.DeleteProfile.self) { [profiles] request, call in
            try await profiles.delete(request, for: call.viewer)
            return Empty()
        }
        handlers.on(Profiles.AnswerAdultPrompt.self) { [profiles] request, call in
            try await profiles.answer(request, call, for: call.viewer)
        }
    }

    private func addFavourites(to handlers: inout RPCHandlers<Profiles>) {
        handlers.on(Profiles.AddFavourite.self) { [favourites] request, call in
            try await favourites.add(request.content, call, for: call.viewer)
        }
        handlers.on(Profiles.RemoveFavourite.self) { [favourites] request, call in
            try await favourites.remove(request.content, call, for: call.viewer)
        }
        handlers.on(Profiles.ListFavourites.self) { [favourites] request, call in
            try await favourites.list(request, for: call.viewer)
        }
    }
}

extension PublishedKey {
    /// The key as callers see it.
    init(_ key: PublicKey) {
        var service: String?
        if case .service(let name) = key.authority { service = name }
        self.init(
            id: key.id, algorithm: "EdDSA", curve: "Ed25519", key: Data(key.bytes), service: service,
            households: key.households?.sorted(),
            retires: key.retires.map { Date(timeIntervalSince1970: Double($0)) })
    }
}
