internal import DequeModule

/// The owner of work in a fair queue: a caller, over one of its connections.
public struct FairShare: Hashable, Sendable {
    /// Identifies the caller: the interceptor's key (``ServerCall/identify(as:key:tokenEnds:)``), else the connection.
    public let caller: UInt64
    /// Identifies the connection.
    public let connection: UInt64

    /// Identifies a caller and one of its connections.
    public init(caller: UInt64, connection: UInt64) { (self.caller, self.connection) = (caller, connection) }

    /// Work of the process itself, without a call.
    public static let own = FairShare(caller: 0, connection: 0)

    /// The share of the call whose handler is running, else the process's own.
    public static var current: FairShare { ServerCall.current?.share ?? .own }
}

/// A queue that serves callers round-robin, and the connections of one caller round-robin among themselves: a caller
/// with a thousand queued entries delays another one's first entry by one turn. Entries of one connection keep their
/// order.
///
/// A caller that had no entries during the last full round goes first, once, however many others there are; then it
/// takes turns like them (the "new queues" of FQ-CoDel, RFC 8290, with one entry as the quantum). So a caller that
/// makes one call at a time is not delayed by the number of callers that flood.
///
/// Pure. Popping costs the same for any length. Memory is that of the entries, and of some empty lanes: they are kept,
/// since a connection whose entries come and go would otherwise have its lane allocated again for each of them.
public struct FairQueue<Element> {
    private var callers = RoundRobin<CallerLane<Element>>()
    /// The number of queued entries.
    public private(set) var count = 0

    /// An empty queue.
    public init() {}

    /// Whether the queue is empty.
    public var isEmpty: Bool { count == 0 }

    /// The number of queued entries of a caller.
    public func count(of caller: UInt64) -> Int { callers.index(of: caller).map { callers[$0].count } ?? 0 }

    /// The oldest entry of a connection.
    public func first(of share: FairShare) -> Element? {
        callers.index(of: share.caller).flatMap { callers[$0].first(of: share.connection) }
    }

    /// Whether a caller has no entries here, and had none during the last full round.
    public func isNew(_ caller: UInt64) -> Bool { !callers.isActive(caller) }

    /// Counts work of a caller that was not queued as a turn of it.
    public mutating func noteTurn(of caller: UInt64) { callers.noteTurn(of: caller) }

    /// Appends an entry behind those of its connection.
    public mutating func append(_ element: Element, of share: FairShare) {
        count += 1
        callers[callers.open(share.caller)].append(element, of: share.connection)
    }

    /// Removes and returns the next entry in turn.
    public mutating func popFirst() -> Element? {
        guard let next = callers.next(), let element = callers[next].popFirst() else { return nil }
        count -= 1
        callers.passTurn()
        return element
    }

    /// Removes the last entry of a caller that has more than its share of the queue, and more than `caller` would have
    /// with one more; nil when there is none. A full queue so makes room for a caller with few entries.
    public mutating func removeLast(inFavourOf caller: UInt64) -> Element? {
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

    /// Removes a connection's first entry that matches, wherever it is queued.
    @discardableResult
    public mutating func remove(of share: FairShare, where isMeant: (Element) -> Bool) -> Element? {
        guard let caller = callers.index(of: share.caller),
            let element = callers[caller].remove(of: share.connection, where: isMeant)
        else { return nil }
        count -= 1
        callers.noteRemoval(caller)
        return element
    }

    /// Removes all entries, in the order of their turns.
    public mutating func removeAll() -> [Element] {
        var all: [Element] = []
        all.reserveCapacity(count)
        while let element = popFirst() { all.append(element) }
        return all
    }

    /// The number of lanes, empty ones included: for tests of what is kept.
    var laneCount: Int { callers.lanes.reduce(callers.lanes.count) { $0 + $1.lane.laneCount } }
}

extension FairQueue: Sendable where Element: Sendable {}

/// The queue of one caller, or of one connection.
private protocol FairQueueLane {
    init()
    var isEmpty: Bool { get }
}

/// Lanes, each under a number. Those in which something waits take turns.
private struct RoundRobin<Lane: FairQueueLane> {
    /// Where a lane stands.
    enum LaneState {
        /// Not in the rotation: it is empty.
        case none
        /// Among the lanes that go first.
        case new
        /// In the regular rotation. It may have become empty since its last turn, and is skipped then.
        case old
    }

    private(set) var lanes: [(number: UInt64, state: LaneState, lane: Lane)] = []
    private var indices: [UInt64: Int] = [:]
    /// The lanes that go first, and the regular rotation, in order.
    private var (new, old) = (Deque<Int>(), Deque<Int>())
    /// The number of lanes with entries.
    private(set) var waiting = 0
    /// The lane of the last lookup: most entries come from the same lane as the one before.
    private var last = 0

    /// How many idle lanes are kept at least; or as many as there are active ones, if these are more.
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

    /// A lane's index; nil when there is none of that number.
    func index(of number: UInt64) -> Int? {
        if last < lanes.count, lanes[last].number == number { return last }
        return indices[number]
    }

    func isActive(_ number: UInt64) -> Bool { index(of: number).map { lanes[$0].state != .none } ?? false }

    /// Finds or makes a lane and puts it into the rotation: the caller appends to it at once.
    mutating func open(_ number: UInt64) -> Int {
        let index = lane(of: number)
        if lanes[index].lane.isEmpty { waiting += 1 }
        if lanes[index].state == .none {
            lanes[index].state = .new
            new.append(index)
        }
        return index
    }

    /// Counts work of a lane's owner that was not queued as a turn of the lane.
    mutating func noteTurn(of number: UInt64) {
        let index = lane(of: number)
        guard lanes[index].state == .none else { return }
        lanes[index].state = .old
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

    /// The next lane in turn.
    mutating func next() -> Int? {
        while let index = new.first ?? old.first {
            if !lanes[index].lane.isEmpty { return index }
            if new.isEmpty { old.removeFirst() } else { new.removeFirst() }
            lanes[index].state = .none
        }
        forgetLanes()
        return nil
    }

    /// The next lane has used its turn.
    mutating func passTurn() {
        guard let index = new.popFirst() ?? old.popFirst() else { return }
        lanes[index].state = .old
        old.append(index)
        if lanes[index].lane.isEmpty { waiting -= 1 }
        forgetLanes()
    }

    /// An entry was removed from a lane, in or out of turn.
    mutating func noteRemoval(_ index: Int) {
        if lanes[index].lane.isEmpty { waiting -= 1 }
    }

    /// Ends all lanes' rotation: they are empty.
    mutating func endTurns() {
        for index in new { lanes[index].state = .none }
        for index in old { lanes[index].state = .none }
        new.removeAll(keepingCapacity: true)
        old.removeAll(keepingCapacity: true)
        forgetLanes()
    }

    /// Removes all idle lanes when they are too many. As that takes time linear in the number of lanes, it runs only
    /// after as many lanes have become idle.
    private mutating func forgetLanes() {
        let state = new.count + old.count
        guard lanes.count - state > max(Self.keptLanes, state) else { return }
        lanes = (new + old).map { lanes[$0] }
        indices = Dictionary(uniqueKeysWithValues: lanes.enumerated().map { ($1.number, $0) })
        (new, old) = (Deque(0..<new.count), Deque(new.count..<state))
        last = 0
    }
}

extension RoundRobin: Sendable where Lane: Sendable {}

/// The queued entries of one caller.
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

    /// Removes the last entry of the connection with the most entries.
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

/// The queued entries of one connection.
private struct ConnectionLane<Element>: FairQueueLane {
    var entries = Deque<Element>()

    var isEmpty: Bool { entries.isEmpty }
}

extension ConnectionLane: Sendable where Element: Sendable {}
