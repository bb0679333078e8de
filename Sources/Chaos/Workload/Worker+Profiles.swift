internal import ChaosHistory
internal import DownloadsAPI
internal import HearthModel
internal import PlaybackStateAPI
internal import ProfilesAPI
internal import RPC
internal import ReadingListAPI

// Workload of profiles: favourites, the household's options, guests.
extension Worker {
    /// The number of titles that a person may add to favourites.
    private static let favouriteTitles = 12
    /// One call in this many reads the whole object.
    static let readsOneIn = 8

    /// Favourites are added and removed.
    func favourites() async {
        let library = household.library
        guard !library.isEmpty else { return }
        let titles = (0..<Self.favouriteTitles).map { _ in library[draw(0..<library.count)] }
        let object = "favourites/\(person.name)"
        while await isDue() {
            guard let title = pick(titles) else { return }
            switch draw(0..<Self.readsOneIn) {
            case 0: await readFavourites(object)
            case 1...4: await call(Profiles.AddFavourite(content: title), object, .add(title.rawValue))
            default: await call(Profiles.RemoveFavourite(content: title), object, .remove(title.rawValue))
            }
        }
    }

    private func readFavourites(_ object: String) async {
        let page = PageRequest(size: PageRequest.maximumSize)
        await call(Profiles.ListFavourites(page: page), object, .read) { list throws(RPCError) in
            Observation(list.favourites.map(\.content.rawValue))
        }
    }

    /// The household is renamed, and moves between cities of the same time zone offset.
    func householdName() async {
        var number = 0
        while await isDue() {
            if draw(0..<4) == 0 {
                await call(Profiles.GetHousehold(), ChaosHousehold.nameObject, .read) { household throws(RPCError) in
                    Observation([household.name])
                }
            } else {
                number += 1
                let zone = Self.zones[number % Self.zones.count]
                let name = "House \(number)"
                await call(
                    Profiles.SetHouseholdOptions(name: name, timeZone: zone), ChaosHousehold.nameObject, .write(name))
            }
        }
    }

    /// Zones of the same offset, so that bookings keep their times.
    private static let zones = ["Europe/Berlin", "Europe/Paris", "Europe/Madrid"]

    // MARK: Guests

    /// Guests are created, leave data in the other services, and are deleted. Together they exceed the limit of
    /// profiles.
    func hostGuests() async {
        var number = 0
        while await isDue() {
            var hosted: [(name: String, guest: Person)] = []
            for _ in 0..<2 {
                number += 1
                let name = "\(process.split(separator: "/").last ?? "")-\(number)"
                let made = await call(
                    Profiles.CreateProfile(name: name, kind: .adult), Self.profiles, .add(name))
                guard await isDue(), let profile = made?.id else { continue }
                guard let guest = try? await household.signIn("guest", profile, isKid: false) else { continue }
                household.note(guest: guest)
                await leaveTraces(guest)
                hosted.append((name, guest))
            }
            await readProfiles()
            for (name, guest) in hosted {
                guard await isDue() else { return }
                await delete(guest, named: name)
            }
        }
    }

    static let profiles = "profiles"

    private func leaveTraces(_ guest: Person) async {
        let url = "https://guest.example/\(guest.profile)"
        if household.has(ReadingList.self) {
            let subject = Caller.Subject(process: process, object: "links/\(guest.profile)", action: .add(url))
            _ = try? await caller.call(ReadingList.SaveLink(url: url), as: guest, subject)
        }
        if household.has(PlaybackState.self), let title = pick(household.library) {
            let subject = Caller.Subject(
                process: process, object: "queue/\(guest.profile)", action: .add(title.rawValue))
            _ = try? await caller.call(
                PlaybackState.AddToQueue(content: title), as: guest, subject)
        }
        if household.has(Downloads.self), let title = pick(household.library) {
            let subject = Caller.Subject(
                process: process, object: "downloads/\(guest.profile)", action: .add(title.rawValue))
            _ = try? await caller.call(Downloads.Start(content: title), as: guest, subject)
        }
    }

    private func readProfiles() async {
        await call(Profiles.ListProfiles(), Self.profiles, .read) { list throws(RPCError) in
            ChaosHousehold.observation(of: list)
        }
    }

    /// One call with two effects: a name is removed from a list, and the guest's data is removed everywhere.
    private func delete(_ guest: Person, named name: String) async {
        let request = Profiles.DeleteProfile(profile: guest.profile)
        let erased = caller.recorder.begin(
            process: process + "/erased", service: kind.service, method: Profiles.DeleteProfile.method,
            object: "people", action: .delete(guest.profile))
        let subject = Caller.Subject(process: process, object: Self.profiles, action: .remove(name))
        do throws(RPCError) {
            try await caller.call(request, as: person, subject)
            caller.recorder.end(erased, .ok(Observation()))
        } catch {
            caller.recorder.end(erased, Outcome(error))
        }
    }
}

extension ChaosHousehold {
    /// The guests' profiles, and the number of profiles against the limit.
    static func observation(of list: ProfileList) -> Observation {
        Observation(
            list.profiles.map(\.name).filter { $0.hasPrefix("guests-") },
            usage: Observation.Usage(used: Int64(list.profiles.count), limit: Int64(list.limit)))
    }
}
