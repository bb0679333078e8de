internal import DequeModule

/// Whose work something is: a caller's, over one of its connections.
public struct FairShare: Hashable, Sendable {
    /// Names the caller: what an interceptor said (``ServerCall/identify(as:key:tokenEnds:)``), else the connection.
    public let caller: UInt64
    /// Names the connection.
    public let connection: UInt64

    /// Names a caller and one of its connections.
    public init(caller: UInt64, connection: UInt64) { (self.caller, self.connection) = (caller, connection) }

    /// Work that is no call's: the process's own.
    public static let own = FairShare(caller: 0, connection: 0)

    /// That of the call whose handler is running, else the process's own.
    public static var current: FairShare { ServerCall.current?.share ?? .own }
}

/// A queue in which callers take turns, and the connections of one caller take turns among themselves: a caller that has a
/// thousand entries waiting delays another one's first entry by one turn. Entries of one connection keep their order.
///
/// Who had nothing here since all others had a turn goes first, once, however many others there are; then it takes turns like
/// them (the "new queues" of FQ-CoDel, RFC 8290, with one entry as the quantum). So a caller that makes one call at a time
/// is not delayed by the number of those that flood.
///
/// Pure. Taking costs the same however much waits. Memory is that of the entries, and of some lanes that are empty: they are
/// kept, since a connection whose entries come and go would otherwise have its lane made again for each of them.
package struct FairQueue<Element> {
    private var callers = RoundRobin<CallerLane<Element>>()
    /// How many entries wait.
    package private(set) var count = 0

    /// An empty queue.
    package init() {}

    /// Whether nothing waits.
    package var isEmpty: Bool { count == 0 }

    /// How many entries of a caller wait.
    package func count(of caller: UInt64) -> Int { callers.index(of: caller).map { callers[$0].count } ?? 0 }

    /// The entry of a connection that has waited for longest.
    package func first(of share: FairShare) -> Element? {
        callers.index(of: share.caller).flatMap { callers[$0].first(of: share.connection) }
    }

    /// Whether a caller has nothing here, and had nothing since all others had a turn.
    package func isNew(_ caller: UInt64) -> Bool { !callers.isActive(caller) }

    /// Counts a caller's work that did not wait here as a turn of it.
    package mutating func noteTurn(of caller: UInt64) { callers.noteTurn(of: caller) }

    /// Has an entry wait behind those of its connection.
    package mutating func append(_ element: Element, of share: FairShare) {
        count += 1
        callers[callers.open(share.caller)].append(element, of: share.connection)
    }

    /// Takes out the entry whose turn it is.
    package mutating func popFirst() -> Element? {
        guard let next = callers.next(), let element = callers[next].popFirst() else { return nil }
        count -= 1
        callers.passTurn()
        return element
    }

    /// Takes out the last entry of a caller that has more than its part of what waits, and more than `caller` would have with
    /// one more; nil when there is none. That is how a full queue makes room for who has little in it.
    package mutating func removeLast(inFavourOf caller: UInt64) -> Element? {
        let own = count(of: caller) + 1
        // At least one caller is at or above the average.
        guard count > callers.waiting else { return nil }
        let average = count / callers.waiting
        let victim = callers.firstInTurn { number, lane in
            number != caller && lane.count > own && lane.count >= average
        }
        guard let victim, let element = callers[victim].removeLast() else { return nil }
        count -= 1
        callers.noteRemoval(victim)
        return element
    }

    /// Takes out a connection's first entry that is meant, wherever it stands.
    @discardableResult
    package mutating func remove(of share: FairShare, where isMeant: (Element) -> Bool) -> Element? {
        guard let caller = callers.index(of: share.caller),
            let element = callers[caller].remove(of: share.connection, where: isMeant)
        else { return nil }
        count -= 1
        callers.noteRemoval(caller)
        return element
    }

    /// Takes out all entries, in the order of their turns.
    package mutating func removeAll() -> [Element] {
        var all: [Element] = []
        all.reserveCapacity(count)
        while let element = popFirst() { all.append(element) }
        return all
    }

    /// How many lanes there are, with those that are empty: for tests of what is kept.
    var laneCount: Int { callers.lanes.reduce(callers.lanes.count) { $0 + $1.lane.laneCount } }
}

extension FairQueue: Sendable where Element: Sendable {}

/// What waits in line: of one caller, or of one connection.
private protocol FairQueueLane {
    init()
    var isEmpty: Bool { get }
}

/// Lanes, each under a number. Those in which something waits take turns.
private struct RoundRobin<Lane: FairQueueLane> {
    /// Where a lane stands.
    enum LaneState {
        /// Nowhere: it is empty.
        case none
        /// Among those that go first.
        case new
        /// Among those that take turns. It may have become empty since its last one, and is passed over then.
        case old
    }

    private(set) var lanes: [(number: UInt64, standing: LaneState, lane: Lane)] = []
    private var indices: [UInt64: Int] = [:]
    /// The lanes that go first, and those that take turns, the next one first.
    private var (new, old) = (Deque<Int>(), Deque<Int>())
    /// In how many of them something waits.
    private(set) var waiting = 0
    /// The lane that was asked for last: most entries come from where the one before came from.
    private var last = 0

    /// So many lanes without a standing are kept, or as many as there are others if these are more.
    private static var keptLanes: Int { 8 }

    subscript(index: Int) -> Lane {
        get { lanes[index].lane }
        _modify { yield &lanes[index].lane }
    }

    /// The first lane that is meant, in the order of their turns.
    func firstInTurn(where isMeant: (_ number: UInt64, Lane) -> Bool) -> Int? {
        new.first { isMeant(lanes[$0].number, lanes[$0].lane) }
            ?? old.first { isMeant(lanes[$0].number, lanes[$0].lane) }
    }

    /// Where a lane is; nil when there is none under the number.
    func index(of number: UInt64) -> Int? {
        if last < lanes.count, lanes[last].number == number { return last }
        return indices[number]
    }

    func isActive(_ number: UInt64) -> Bool { index(of: number).map { lanes[$0].standing != .none } ?? false }

    /// Makes sure of a lane, and that it has a standing: something is put into it at once.
    mutating func open(_ number: UInt64) -> Int {
        let index = lane(of: number)
        if lanes[index].lane.isEmpty { waiting += 1 }
        if lanes[index].standing == .none {
            lanes[index].standing = .new
            new.append(index)
        }
        return index
    }

    /// Counts work of a lane's owner that did not wait here as a turn of the lane.
    mutating func noteTurn(of number: UInt64) {
        let index = lane(of: number)
        guard lanes[index].standing == .none else { return }
        lanes[index].standing = .old
        old.append(index)
    }

    private mutating func lane(of number: UInt64) -> Int {
        if let index = index(of: number) {
            last = index
        } else {
            last = lanes.count
            lanes.append((number, .none, Lane()))
            indices[number] = last
        }
        return last
    }

    /// The lane whose turn it is.
    mutating func next() -> Int? {
        while let index = new.first ?? old.first {
            if !lanes[index].lane.isEmpty { return index }
            if new.isEmpty { old.removeFirst() } else { new.removeFirst() }
            lanes[index].standing = .none
        }
        forgetLanes()
        return nil
    }

    /// The next lane has given something.
    mutating func passTurn() {
        guard let index = new.popFirst() ?? old.popFirst() else { return }
        lanes[index].standing = .old
        old.append(index)
        if lanes[index].lane.isEmpty { waiting -= 1 }
        forgetLanes()
    }

    /// Something was taken out of a lane, whether or not it was its turn.
    mutating func noteRemoval(_ index: Int) {
        if lanes[index].lane.isEmpty { waiting -= 1 }
    }

    /// Takes all lanes' standings: they are empty.
    mutating func endTurns() {
        for index in new { lanes[index].standing = .none }
        for index in old { lanes[index].standing = .none }
        new.removeAll(keepingCapacity: true)
        old.removeAll(keepingCapacity: true)
        forgetLanes()
    }

    /// Forgets all lanes without a standing when they are too many. As that takes as long as there are lanes, it is done when
    /// as many have lost theirs.
    private mutating func forgetLanes() {
        let standing = new.count + old.count
        guard lanes.count - standing > max(Self.keptLanes, standing) else { return }
        lanes = (new + old).map { lanes[$0] }
        indices = Dictionary(uniqueKeysWithValues: lanes.enumerated().map { ($1.number, $0) })
        (new, old) = (Deque(0..<new.count), Deque(new.count..<standing))
        last = 0
    }
}

extension RoundRobin: Sendable where Lane: Sendable {}

/// What waits of one caller.
private struct CallerLane<Element>: FairQueueLane {
    private var connections = RoundRobin<ConnectionLane<Element>>()
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    var laneCount: Int { connections.lanes.count }

    func first(of connection: UInt64) -> Element? {
        connections.index(of: connection).flatMap { connections[$0].entries.first }
    }

    mutating func append(_ element: Element, of connection: UInt64) {
        count += 1
        connections[connections.open(connection)].entries.append(element)
    }

    mutating func popFirst() -> Element? {
        guard let next = connections.next(), let element = connections[next].entries.popFirst() else { return nil }
        connections.passTurn()
        noteTaken()
        return element
    }

    /// Takes out the last entry of the connection with the most.
    mutating func removeLast() -> Element? {
        let most = connections.lanes.reduce(0) { max($0, $1.lane.entries.count) }
        guard let longest = connections.firstInTurn(where: { $1.entries.count == most }),
            let element = connections[longest].entries.popLast()
        else { return nil }
        connections.noteRemoval(longest)
        noteTaken()
        return element
    }

    mutating func remove(of connection: UInt64, where isMeant: (Element) -> Bool) -> Element? {
        guard let lane = connections.index(of: connection),
            let index = connections[lane].entries.firstIndex(where: isMeant)
        else { return nil }
        let element = connections[lane].entries.remove(at: index)
        connections.noteRemoval(lane)
        noteTaken()
        return element
    }

    private mutating func noteTaken() {
        count -= 1
        if count == 0 { connections.endTurns() }
    }
}

extension CallerLane: Sendable where Element: Sendable {}

/// What waits of one connection.
private struct ConnectionLane<Element>: FairQueueLane {
    var entries = Deque<Element>()

    var isEmpty: Bool { entries.isEmpty }
}

extension ConnectionLane: Sendable where Element: Sendable {}
