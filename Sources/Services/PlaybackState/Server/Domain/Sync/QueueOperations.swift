internal import Foundation
internal import HearthModel
internal import PlaybackStateAPI
internal import ProfilesAPI

/// Turns a device's operations on the queue into edits, and finds what they conflict with.
struct QueueOperations {
    let applier: OperationApplier
    /// The queue before them.
    let queue: [QueueMerge.Item]
    /// The edits so far.
    var edits: [QueueMerge.Timed] = []

    init(applier: OperationApplier, queue: [QueueMerge.Item]) { (self.applier, self.queue) = (applier, queue) }

    /// Turns an operation into an edit.
    ///
    /// - Throws: ``PlaybackError`` when the queue is full, or the title cannot be queued.
    mutating func apply(_ timed: TimedOperation) throws -> SyncResult {
        let operation = timed.operation
        let edit: QueueMerge.Edit
        if let enqueue = operation.enqueue {
            edit = try add(enqueue, timed)
        } else if let content = operation.dequeue {
            edit = QueueMerge.Edit(kind: .remove, item: item(content, timed))
        } else if let move = operation.move {
            // Also of a title that is not queued: the operation that has queued it may arrive after this.
            edit = QueueMerge.Edit(
                kind: .move, item: item(move.content, timed), isFirst: move.after == nil, after: move.after?.rawValue)
        } else {
            throw PlaybackError.badReport
        }
        let own = QueueMerge.Timed(stamp: timed.stamp, id: "\(applier.device)/\(operation.id)", edit: edit)
        edits.append(own)
        return SyncResult(id: operation.id, try hasLost(own, timed) ? .superseded : .applied)
    }

    /// A title that an offline session completes leaves the queue, at the time of its completion: one that was queued later
    /// stays. It follows from the operation alone, whatever else arrives, and in whatever order.
    mutating func complete(_ title: ContentID, _ timed: TimedOperation) {
        let ends = timed.reports.map(\.report).filter {
            $0.reach.duration > 0 && $0.reach.progress >= PlaybackLimits.watchedThreshold
        }
        guard let end = ends.map(\.stamp).min() else { return }
        let item = QueueMerge.Item(content: title.rawValue, added: 0, isAutoAdded: false)
        edits.append(
            QueueMerge.Timed(
                stamp: end, id: "\(applier.device)/\(timed.operation.id)", edit: .init(kind: .remove, item: item)))
    }

    private func add(_ enqueue: OfflineEnqueue, _ timed: TimedOperation) throws -> QueueMerge.Edit {
        let title = try applier.queued(enqueue.content)
        let maximum = Int(try SettingTable.integer(.maxQueueSize, of: applier.profile, applier.db))
        let added = edits.count { $0.edit.kind == .add }
        if !isQueued(title), queue.count + added >= maximum { throw PlaybackError.queueFull(maximum: maximum) }
        return QueueMerge.Edit(kind: .add, item: item(title, timed), isFirst: enqueue.place == .next)
    }

    private func item(_ content: ContentID, _ timed: TimedOperation) -> QueueMerge.Item {
        QueueMerge.Item(content: content.rawValue, added: timed.stamp.milliseconds, isAutoAdded: false)
    }

    private func isQueued(_ content: ContentID) -> Bool {
        queue.contains { $0.content == content.rawValue }
            || edits.contains { $0.edit.kind == .add && $0.edit.item.content == content.rawValue }
    }

    /// Whether a later edit of the same title undoes this one; notes it, and an earlier one that the device had not seen.
    private func hasLost(_ own: QueueMerge.Timed, _ timed: TimedOperation) throws -> Bool {
        let prefix = "\(applier.device)/"
        let others = try QueueHistoryTable.edits(of: applier.row, content: own.edit.item.content, applier.db)
            .filter { !$0.id.hasPrefix(prefix) && QueueMerge.conflict($0.edit, own.edit) }
        guard let other = others.max() else { return false }
        let hasLost = own < other
        guard hasLost || other.stamp.milliseconds > timed.seen else { return false }
        let values = [own, other].map { edit in
            SyncValue(
                edit.edit.kind.past, changed: Date(edit.stamp), device: edit.id == own.id ? applier.device : nil)
        }
        try applier.put(
            .queue, own.edit.item.content, kept: hasLost ? values[1] : values[0],
            dropped: hasLost ? values[0] : values[1],
            hasLost ? timed.operation : Self.operation(other.edit, like: timed.operation))
        return hasLost
    }

    /// The operation of an edit.
    private static func operation(_ edit: QueueMerge.Edit, like other: PlaybackOperation) -> PlaybackOperation {
        var operation = PlaybackOperation(
            id: other.id, number: other.number, clock: other.clock, elapsedMilliseconds: other.elapsedMilliseconds)
        let content = ContentID(rawValue: edit.item.content)
        switch edit.kind {
        case .add: operation.enqueue = OfflineEnqueue(content: content, place: edit.isFirst ? .next : .last)
        case .remove: operation.dequeue = content
        case .move: operation.move = OfflineMove(content: content, after: edit.after.map(ContentID.init(rawValue:)))
        }
        return operation
    }
}

extension QueueMerge.Kind {
    /// What it did, for people.
    fileprivate var past: String {
        switch self {
        case .add: "queued"
        case .move: "moved"
        case .remove: "removed"
        }
    }
}
