/// Says what this machine allows: each ability is tried, not guessed.
public struct ChaosDoctor: Sendable {
    /// One ability.
    public struct Probe: Sendable {
        /// What it is.
        public var name: String
        /// The faults that cannot happen without it.
        public var neededBy: [FaultKind]
        /// Tries it: nil when it is there, else why not.
        public var reasonAgainst: @Sendable () async -> String?
        /// What is said when it is there.
        public var means: String

        /// Describes an ability.
        public init(
            _ name: String, neededBy: [FaultKind], means: String,
            reasonAgainst: @escaping @Sendable () async -> String?
        ) {
            self.name = name
            self.neededBy = neededBy
            self.means = means
            self.reasonAgainst = reasonAgainst
        }
    }

    /// What was found of one ability.
    public struct Finding: Sendable, Hashable, Codable {
        /// What it is.
        public var name: String
        /// Whether it is there.
        public var isThere: Bool
        /// What it means here, or why it is not there.
        public var text: String
        /// The faults that need it.
        public var neededBy: [FaultKind]
    }

    private let probes: [Probe]

    /// A doctor who tries these.
    public init(probes: [Probe]) { self.probes = probes }

    /// Tries everything, one after the other.
    public func examine() async -> [Finding] {
        var findings: [Finding] = []
        for probe in probes {
            let reason = await probe.reasonAgainst()
            findings.append(
                Finding(
                    name: probe.name, isThere: reason == nil, text: reason ?? probe.means, neededBy: probe.neededBy))
        }
        return findings
    }
}

extension [ChaosDoctor.Finding] {
    /// Why kinds of faults cannot happen here.
    public var impossible: [FaultKind: String] {
        var reasons: [FaultKind: String] = [:]
        for finding in self where !finding.isThere {
            for kind in finding.neededBy where reasons[kind] == nil {
                reasons[kind] = "\(finding.name): \(finding.text)"
            }
        }
        return reasons
    }

    /// Whether services can have disks of their own that are filled.
    public var hasOwnDisks: Bool { contains { $0.name == ChaosDoctor.disksName && $0.isThere } }
}
