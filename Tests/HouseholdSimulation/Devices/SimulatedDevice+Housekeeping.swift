import CatalogAPI
import ChaosHistory
import HearthModel
import ProfilesAPI
import RPC

extension SimulatedDevice {
    /// How often, and how far apart, a device asks how far an import is.
    private static let (importLooks, importPause) = (60, Duration.milliseconds(25))

    // MARK: The library

    func importPlaylist(_ version: Int, as who: String) async -> Bool {
        let request = Catalog.ImportPlaylist(
            source: "films", file: SourceFiles.playlistFile(version), allowsShrinking: true)
        return await take("playlist", version, as: who) { device in
            await device.result(
                ofUpload: request, SourceFiles.playlist(version: version), as: who, on: "imports")
        }
    }

    func importGuide(_ version: Int, as who: String) async -> Bool {
        let request = Catalog.ImportGuide(source: "guide", file: SourceFiles.guideFile(version), allowsShrinking: true)
        return await take("guide", version, as: who) { device in
            await device.result(ofUpload: request, SourceFiles.guide(version: version), as: who, on: "imports")
        }
    }

    /// Has a source brought up to date, and waits for the job's end: that is when it has its effect.
    private func take(
        _ object: String, _ version: Int, as who: String,
        _ start: (SimulatedDevice) async -> Swift.Result<ImportStarted, RPCError>?
    ) async -> Bool {
        guard !isOffline else { return false }
        let id = run.recorder.begin(
            process: process(who), service: "catalog", method: "Import", object: object,
            action: .write("v\(version)"))
        guard let started = await start(self) else {
            run.recorder.end(id, .failed(code: "UNAUTHENTICATED", executed: .no))
            return false
        }
        switch started {
        case .failure(let error): run.recorder.end(id, Outcome(error))
        case .success(let started): run.recorder.end(id, await end(of: started.job, as: who))
        }
        return true
    }

    private func end(of job: String, as who: String) async -> Outcome {
        for _ in 0..<Self.importLooks {
            if let now = await call(Catalog.GetImport(job: job), as: who, on: "imports") {
                if now.state == .done { return .ok(Observation()) }
                if now.state.isEnd {
                    return .failed(code: "ABORTED", executed: .no, message: now.problem)
                }
            }
            try? await simulation.sleep(for: Self.importPause)
        }
        return .failed(code: "DEADLINE_EXCEEDED", executed: .maybe)
    }

    func readSources(as who: String) async -> Bool {
        guard who != Person.emil.rawValue else { return false }
        let list = await call(Catalog.ListSources(), as: who, on: "playlist", .read) { list in
            // Which version of its file it was last brought up to date with, as its counts tell.
            Observation(
                list.sources.filter { $0.kind == .playlist }.map {
                    "v\(Int($0.movies) - SourceFiles.movies(version: 0))"
                })
        }
        guard list != nil, let channel = run.facts.channel else { return false }
        let day = SourceFiles.guideDay
        let request = Catalog.GuideGrid(channels: [channel], from: day.from, until: day.until)
        return await call(request, as: who, on: "guide", .read) { grid in
            Observation(Set(grid.rows.flatMap(\.programmes).map { SourceFiles.guideVersion($0.title) }).sorted())
        } != nil
    }

    func search(_ text: String, as who: String) async -> Bool {
        let request = Catalog.Search(text: text, page: PageRequest(size: 100))
        let found = await call(request, as: who, on: "seen/\(who)") { Observation($0.hits.map(\.id.rawValue)) }
        guard let found, found.cursor == nil else { return true }
        let counted = found.kinds.reduce(0) { $0 + $1.count }
        if found.total != Int64(found.hits.count) || counted != found.total {
            run.report(
                "no-forbidden", "counted", "seen/\(who)",
                "\(who) is shown \(found.hits.count) titles and told of \(found.total), by kind of \(counted)")
        }
        return true
    }

    func openAdult(_ number: Int, as who: String) async -> Bool {
        guard run.facts.adult.indices.contains(number) else { return false }
        let id = run.facts.adult[number]
        _ = await call(Catalog.GetTitle(id: id), as: who, on: "seen/\(who)") { _ in Observation([id.rawValue]) }
        return true
    }

    // MARK: The household

    func rename(_ id: String, as who: String) async -> Bool {
        let name = "Home \(id)"
        _ = await call(Profiles.SetHouseholdOptions(name: name), as: who, on: "household-name", .write(name))
        return true
    }

    func readHousehold(as who: String) async -> Bool {
        await call(Profiles.GetHousehold(), as: who, on: "household-name", .read) { Observation([$0.name]) } != nil
    }

    func setKidsSeeUnrated(_ seen: Bool, as who: String) async -> Bool {
        _ = await call(Profiles.SetHouseholdOptions(kidsSeeUnrated: seen), as: who, on: "settings")
        return true
    }

    /// The PIN that a person sets, and one that is tried: of digits that no id or time has by chance.
    static let pin = "90417563"
    static let guessedPIN = "31860529"

    func setPIN(as who: String) async -> Bool {
        _ = await call(Profiles.SetPIN(pin: Self.pin), as: who, on: "pin")
        return true
    }

    func guessPIN(as who: String) async -> Bool {
        guard let profile = run.profile(of: Person.cleo.rawValue) else { return false }
        let request = Profiles.SwitchProfile(profile: profile, pin: Self.guessedPIN)
        let outcome = await result(of: request, as: who, on: "pin")
        guard case .failure(let error)? = outcome else { return true }
        if error.detail(ProfilesProblem.self)?.code == .pinWrong { run.wrongPINs += 1 }
        return true
    }

    func switchProfile(to other: String, as who: String) async -> Bool {
        guard let profile = run.profile(of: other) else { return false }
        _ = await call(Profiles.SwitchProfile(profile: profile), as: who, on: "settings")
        return true
    }

    // MARK: Visitors

    func createVisitor(_ name: String, as who: String, _ id: String) async -> Bool {
        let request = Profiles.CreateProfile(name: name, kind: .adult)
        let profile = await call(request, as: who, on: "people/\(name)", .add(name))
        if let profile {
            run.visitors[name] = HouseholdRun.Visitor(
                profile: profile.id, canary: HouseholdRun.Visitor.canary(of: name))
            run.results[id] = .visitor(name)
        }
        return true
    }

    func deleteVisitor(_ create: String, as who: String) async -> Bool {
        guard case .visitor(let name)? = run.results[create], let visitor = run.visitors[name] else { return false }
        let request = Profiles.DeleteProfile(profile: visitor.profile)
        let deleted = await call(request, as: who, on: "people/\(name)", .delete(name))
        run.visitors[name]?.isDeletionRequested = true
        if deleted != nil { run.visitors[name]?.isDeleted = true }
        return true
    }

    /// The profiles that there are; of each visitor whether it is one.
    func readPeople(_ names: [String], as who: String) async -> Bool {
        for name in names {
            let list = await call(Profiles.ListProfiles(), as: who, on: "people/\(name)", .read) { list in
                Observation(list.profiles.map(\.name).filter { $0 == name })
            }
            if list == nil { return false }
        }
        return true
    }
}
