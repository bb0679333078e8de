import HearthModel
import ProfilesAPI
import RPC

// Favourites, the household's settings, profiles that come and go.
extension KillWorkload {
    var profilesWork: [WorkloadTask] {
        Self.inLanes { await favourites($0) } + [{ await settings() }, { await guests() }]
    }

    private static let titlesOfALane = 5

    private func favourites(_ lane: Int) async {
        let own = titles[(lane * Self.titlesOfALane)...].prefix(Self.titlesOfALane)
        var isAdding = true
        while !ledger.isOver {
            for title in own where !ledger.isOver {
                if isAdding {
                    await ledger.set("favourite", title.rawValue, to: CallLedger.something, by: "AddFavourite") {
                        () async throws(RPCError) in
                        try await clients.profiles.send(Profiles.AddFavourite(content: title), options: options)
                            .hasChanged
                    }
                } else {
                    await ledger.set("favourite", title.rawValue, to: CallLedger.nothing, by: "RemoveFavourite") {
                        () async throws(RPCError) in
                        try await clients.profiles.send(Profiles.RemoveFavourite(content: title), options: options)
                            .hasChanged
                    }
                }
            }
            isAdding.toggle()
        }
    }

    private func settings() async {
        var number = 0
        while !ledger.isOver {
            number += 1
            let name = "House \(number)"
            await ledger.set("household", "name", to: name, by: "SetHouseholdOptions") { () async throws(RPCError) in
                _ = try await clients.profiles.send(Profiles.SetHouseholdOptions(name: name), options: options)
                return nil
            }
        }
    }

    /// Makes a profile, renames it, deletes it, and begins again: there is room for a few only.
    private func guests() async {
        var number = 0
        while !ledger.isOver {
            number += 1
            let id = "\(number)"
            await ledger.set("profile", id, to: "Guest \(id)", by: "CreateProfile") { () async throws(RPCError) in
                _ = try await clients.profiles.send(
                    Profiles.CreateProfile(name: "Guest \(id)", kind: .adult), options: options)
                return nil
            }
            // The answer may have been lost: the list says whether there is one.
            guard let guest = await guest(id) else { continue }
            await ledger.set("profile", id, to: "Visitor \(id)", by: "RenameProfile") { () async throws(RPCError) in
                _ = try await clients.profiles.send(
                    Profiles.RenameProfile(profile: guest.id, name: "Visitor \(id)"), options: options)
                return nil
            }
            var failure: RPCError?
            repeat {
                failure = await ledger.set("profile", id, to: CallLedger.nothing, by: "DeleteProfile") {
                    () async throws(RPCError) in
                    _ = try await clients.profiles.send(Profiles.DeleteProfile(profile: guest.id), options: options)
                    return nil
                }
            } while failure != nil && !ledger.isOver
        }
    }

    private func guest(_ id: String) async -> Profile? {
        while !ledger.isOver {
            if let list = try? await clients.profiles.send(Profiles.ListProfiles(), options: options) {
                return list.profiles.first { Self.number(ofGuest: $0.name) == id }
            }
        }
        return nil
    }

    /// The number of a profile that the drill has made; nil for others.
    private static func number(ofGuest name: String) -> String? {
        let words = name.split(separator: " ")
        guard words.count == 2, ["Guest", "Visitor"].contains(words[0]) else { return nil }
        return String(words[1])
    }

    func profilesFaults() async throws -> [String] {
        var (found, cursor) = ([String](), String?.none)
        repeat {
            let page = try await clients.profiles.send(
                Profiles.ListFavourites(page: PageRequest(size: 200, cursor: cursor)), options: clients.options())
            found += page.favourites.map(\.content.rawValue)
            cursor = page.cursor
        } while cursor != nil
        let household = try await clients.profiles.send(Profiles.GetHousehold(), options: clients.options())
        let guests = try await clients.profiles.send(Profiles.ListProfiles(), options: clients.options()).profiles
            .compactMap { profile in Self.number(ofGuest: profile.name).map { (id: $0, value: profile.name) } }
        return ledger.faults(of: "favourite", present: found) + ledger.faults(of: "profile", found: guests)
            + ledger.faults(of: "household", found: [("name", household.name)])
    }
}
