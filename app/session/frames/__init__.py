"""What a stage shows of itself at one moment: frozen records, one file a scene. Pictures read these alone."""
