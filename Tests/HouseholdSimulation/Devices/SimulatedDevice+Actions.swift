import ChaosHistory
import HearthModel
import RPC

extension SimulatedDevice {
    /// Does one thing.
    ///
    /// - Returns: false when it makes no sense, as what it refers to is not there.
    func perform(_ operation: PlannedOperation) async -> Bool {
        switch operation.action {
        case .goOffline:
            goOffline()
            return true
        case .comeBack:
            await comeBack()
            return true
        default: break
        }
        if let done = await performPlaying(operation) { return done }
        if let done = await performLibraryAction(operation) { return done }
        if let done = await performPlanning(operation) { return done }
        if let done = await performOutside(operation) { return done }
        if let done = await performSync(operation) { return done }
        return await performHousekeeping(operation) ?? false
    }

    private func performPlaying(_ operation: PlannedOperation) async -> Bool? {
        let who = operation.who
        switch operation.action {
        case .play(let title, let startsOver):
            return await play(title, startsOver: startsOver, as: who, operation.id)
        case .report(let play, let position): return await report(play, position, as: who)
        case .endSession(let play, let position): return await endSession(play, position, as: who)
        case .completeTitle(let play, let position): return await completeTitle(play, position, as: who)
        case .readProgress(let play): return await readProgress(play, as: who)
        case .continueWatching: return await continueWatching(as: who)
        case .markWatched(let number): return await markWatched(number, as: who, operation.id)
        case .unmarkWatched(let mark): return await unmarkWatched(mark, as: who)
        case .queue(let title, let isFirst): return await queue(title, isFirst: isFirst, as: who, operation.id)
        case .unqueue(let add): return await unqueue(add, as: who)
        case .moveInQueue(let add, let position): return await moveInQueue(add, to: position, as: who)
        case .readQueue: return await readQueue(as: who)
        default: return nil
        }
    }

    private func performLibraryAction(_ operation: PlannedOperation) async -> Bool? {
        let who = operation.who
        switch operation.action {
        case .favour(let number): return await favour(number, as: who, operation.id)
        case .unfavour(let add): return await unfavour(add, as: who)
        case .readFavourites: return await readFavourites(as: who)
        case .saveLink(let number): return await saveLink(number, as: who, operation.id)
        case .saveLinkAgain(let save): return await saveLinkAgain(save, as: who)
        case .archiveLink(let save): return await archiveLink(save, as: who)
        case .starLink(let save): return await starLink(save, as: who)
        case .deleteLink(let save): return await deleteLink(save, as: who)
        case .readLinks: return await readLinks(as: who)
        default: return nil
        }
    }

    private func performPlanning(_ operation: PlannedOperation) async -> Bool? {
        let who = operation.who
        switch operation.action {
        case .addWindow(let day, let hour): return await addWindow(day: day, hour: hour, as: who, operation.id)
        case .removeWindow(let add): return await removeWindow(add, as: who)
        case .book(let day, let quarter, let minutes, let others):
            let time = BookedTime(day: day, quarter: quarter, minutes: minutes)
            return await book(time, with: others, as: who, operation.id)
        case .moveBooking(let book, let quarter): return await moveBooking(book, to: quarter, as: who)
        case .cancelBooking(let book): return await cancelBooking(book, as: who)
        case .readWeek(let monday): return await readWeek(monday, as: who)
        case .planWeek(let monday): return await planWeek(monday, as: who)
        default: return nil
        }
    }

    private func performSync(_ operation: PlannedOperation) async -> Bool? {
        let who = operation.who
        switch operation.action {
        case .pushFavourite(let number): return await pushFavourite(number, as: who, operation.id)
        case .pushUnfavour(let add): return await pushUnfavour(add, as: who, operation.id)
        case .pullFavourites: return await pullFavourites(as: who)
        case .pushMark(let number): return await pushMark(number, as: who, operation.id)
        case .pullMarks: return await pullMarks(as: who)
        default: return nil
        }
    }

    private func performHousekeeping(_ operation: PlannedOperation) async -> Bool? {
        let who = operation.who
        switch operation.action {
        case .importPlaylist(let version): return await importPlaylist(version, as: who)
        case .importGuide(let version): return await importGuide(version, as: who)
        case .readSources: return await readSources(as: who)
        case .search(let text): return await search(text, as: who)
        case .openAdult(let number): return await openAdult(number, as: who)
        case .rename: return await rename(operation.id, as: who)
        case .readHousehold: return await readHousehold(as: who)
        case .setKidsSeeUnrated(let seen): return await setKidsSeeUnrated(seen, as: who)
        case .createVisitor(let name): return await createVisitor(name, as: who, operation.id)
        case .deleteVisitor(let create): return await deleteVisitor(create, as: who)
        case .setPIN: return await setPIN(as: who)
        case .guessPIN: return await guessPIN(as: who)
        case .switchProfile(let other): return await switchProfile(to: other, as: who)
        default: return nil
        }
    }
}

extension HouseholdRun {
    /// The profile of a person or a visitor.
    func profile(of who: String) -> String? { facts.profiles[who] ?? visitors[who]?.profile }

    /// A title outside of the library that no other person uses; a visitor's has a number that is looked for in the end.
    func outsideTitle(_ number: Int, of who: String) -> ContentID {
        let prefix = visitors[who].map(\.canary) ?? Person(rawValue: who)?.titles ?? ""
        return ContentID(rawValue: "tmdb:movie:\(prefix)\(number)")
    }

    /// The film of a number, as far as the library has one.
    func film(_ number: Int) -> ContentID? { facts.films.indices.contains(number) ? facts.films[number] : nil }
}
