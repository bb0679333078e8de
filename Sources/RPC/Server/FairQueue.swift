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
/// Pure. Taking costs the same however much waits; memory is that of the entries.
package struct FairQueue<Element> {
    private var callers: [UInt64: CallerLanes<Element>] = [:]
    /// The callers that have something waiting, the next one first.
    private var order = Deque<UInt64>()
    /// How many entries wait.
    package private(set) var count = 0

    /// An empty queue.
    package init() {}

    /// Whether nothing waits.
    package var isEmpty: Bool { count == 0 }

    /// How many entries of a caller wait.
    package func count(of caller: UInt64) -> Int { callers[caller]?.count ?? 0 }

    /// The entry of a connection that has waited for longest.
    package func first(of share: FairShare) -> Element? { callers[share.caller]?.first(of: share.connection) }

    /// Has an entry wait behind those of its connection.
    package mutating func append(_ element: Element, of share: FairShare) {
        count += 1
        if callers[share.caller] == nil { order.append(share.caller) }
        callers[share.caller, default: CallerLanes()].append(element, of: share.connection)
    }

    /// Takes out the entry whose turn it is.
    package mutating func popFirst() -> Element? {
        guard let next = order.popFirst(), let element = callers[next]?.popFirst() else { return nil }
        count -= 1
        if callers[next]?.count == 0 { callers[next] = nil } else { order.append(next) }
        return element
    }

    /// Takes out the last entry of a caller that has more than its part of what waits, and more than `caller` would have with
    /// one more; nil when there is none. That is how a full queue makes room for who has little in it.
    package mutating func removeLast(inFavourOf caller: UInt64) -> Element? {
        let own = count(of: caller) + 1
        // At least one caller is at or above the average.
        guard count > order.count else { return nil }
        let average = count / order.count
        for other in order where other != caller {
            guard let waiting = callers[other]?.count, waiting > own, waiting >= average else { continue }
            return removeLast(of: other)
        }
        return nil
    }

    private mutating func removeLast(of caller: UInt64) -> Element? {
        guard let element = callers[caller]?.removeLast() else { return nil }
        count -= 1
        forgetIfEmpty(caller)
        return element
    }

    /// Takes out a connection's first entry that is meant, wherever it stands.
    @discardableResult
    package mutating func remove(of share: FairShare, where isMeant: (Element) -> Bool) -> Element? {
        guard let element = callers[share.caller]?.remove(of: share.connection, where: isMeant) else { return nil }
        count -= 1
        forgetIfEmpty(share.caller)
        return element
    }

    private mutating func forgetIfEmpty(_ caller: UInt64) {
        guard callers[caller]?.count == 0 else { return }
        callers[caller] = nil
        order.removeAll { $0 == caller }
    }

    /// Takes out all entries, in the order of their turns.
    package mutating func removeAll() -> [Element] {
        var all: [Element] = []
        all.reserveCapacity(count)
        while let element = popFirst() { all.append(element) }
        return all
    }
}

extension FairQueue: Sendable where Element: Sendable {}

/// What waits of one caller.
private struct CallerLanes<Element> {
    private var lanes: [UInt64: Deque<Element>] = [:]
    /// The connections that have something waiting, the next one first.
    private var order = Deque<UInt64>()
    private(set) var count = 0

    func first(of connection: UInt64) -> Element? { lanes[connection]?.first }

    mutating func append(_ element: Element, of connection: UInt64) {
        count += 1
        if lanes[connection] == nil { order.append(connection) }
        lanes[connection, default: []].append(element)
    }

    mutating func popFirst() -> Element? {
        guard let next = order.popFirst(), let element = lanes[next]?.popFirst() else { return nil }
        count -= 1
        if lanes[next]?.isEmpty == true { lanes[next] = nil } else { order.append(next) }
        return element
    }

    /// Takes out the last entry of the connection with the most.
    mutating func removeLast() -> Element? {
        var (longest, most) = (UInt64?.none, 0)
        for connection in order {
            guard let waiting = lanes[connection]?.count, waiting > most else { continue }
            (longest, most) = (connection, waiting)
        }
        guard let longest, let element = lanes[longest]?.popLast() else { return nil }
        count -= 1
        forgetIfEmpty(longest)
        return element
    }

    mutating func remove(of connection: UInt64, where isMeant: (Element) -> Bool) -> Element? {
        guard let index = lanes[connection]?.firstIndex(where: isMeant),
            let element = lanes[connection]?.remove(at: index)
        else { return nil }
        count -= 1
        forgetIfEmpty(connection)
        return element
    }

    private mutating func forgetIfEmpty(_ connection: UInt64) {
        guard lanes[connection]?.isEmpty == true else { return }
        lanes[connection] = nil
        order.removeAll { $0 == connection }
    }
}

extension CallerLanes: Sendable where Element: Sendable {}
