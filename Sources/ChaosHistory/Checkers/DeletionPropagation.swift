/// Checks that after an acknowledged deletion and propagation no data of the deleted object is left anywhere (I9).
///
/// **Algorithm.** For every deletion that certainly happened, no read of the final phase that began after it may show
/// its data: neither a value in an object of the deleted (its path names it), nor a text anywhere that mentions it.
/// Give all data of a person a canary: `anna-17`.
///
/// Kinds of violations: `remains`.
///
/// **Undecided** is a deletion without a final read after it.
///
/// **Complexity.** O(deletions × texts of final reads).
///
/// **Cannot see** data that no read shows: record the search through raw files, write-ahead logs and backups as a final
/// read of an object such as `files/scheduler`. A deletion with an unknown outcome is not judged.
public struct DeletionPropagation: Checker {
    public let name = "deletion-reaches"
    public let promise = "What was deleted is gone everywhere, and stays gone."
    private let mentions: @Sendable (_ text: String, _ deleted: String) -> Bool

    /// Creates a checker of all deletions.
    ///
    /// - Parameter mentions: whether a text in an answer belongs to the deleted object; by default when it contains the
    ///   name as a word.
    public init(
        mentions: @escaping @Sendable (_ text: String, _ deleted: String) -> Bool = DeletionPropagation.containsWord
    ) {
        self.mentions = mentions
    }

    /// True when the text contains the name as a whole word: `anna` in `anna-17`, not in `annabel`.
    public static func containsWord(_ text: String, _ deleted: String) -> Bool { text.mentions(deleted) }

    public func check(_ history: History) -> Verdict {
        var verdict = Verdict(name)
        let looks = history.operations.filter { $0.phase == .final && $0.outcome.observation != nil }
        for deletion in history.operations where deletion.effect == .happened {
            guard case .delete(let deleted) = deletion.action else { continue }
            let after = looks.filter { deletion.precedes($0) }
            if after.isEmpty {
                verdict.undecided.append("no final read shows whether data of \(deleted) is left")
                continue
            }
            verdict.examined += after.count
            for look in after {
                let texts = look.outcome.texts
                guard let text = texts.first(where: { deletion.erases(look.object) || mentions($0, deleted) }) else {
                    continue
                }
                verdict.violations.append(
                    Violation(
                        checker: name, kind: "remains", object: look.object,
                        sentence: "\(deleted) was deleted, and \(look.object) has \(text) in operation \(look.id)",
                        operations: [deletion.id, look.id]))
            }
        }
        return verdict
    }
}
