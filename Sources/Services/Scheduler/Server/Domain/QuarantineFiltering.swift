// The schedule as displayed while some profiles are in quarantine.

extension Slot {
    /// The slot without some of its viewers; nil when none is left.
    func shown(without hidden: Set<String>) -> Slot? {
        var slot = self
        slot.profiles.subtract(hidden)
        return slot.profiles.isEmpty ? nil : slot
    }
}

extension ViewingWindow {
    /// The window without some of its viewers; nil when none is left.
    func shown(without hidden: Set<String>) -> ViewingWindow? {
        var window = self
        window.profiles.subtract(hidden)
        return window.profiles.isEmpty ? nil : window
    }
}

extension ShowRow {
    /// The show without some profiles' opinions.
    func shown(without hidden: Set<String>) -> ShowRow {
        var show = self
        show.opinion.approvals = show.opinion.approvals.filter { !hidden.contains($0.key) }
        show.opinion.vetoes = show.opinion.vetoes.filter { !hidden.contains($0.key) }
        return show
    }
}
